import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { lazyPart } from '#lib/client/browser/lazy-part';

const loadLines = () => import('./bank-lines.tsx');
const BankLines = lazyPart(loadLines, 'BankLines');

/** What a bank, a card or an exchange office costs against the shown rate: one line until somebody asks, or has lines. */
export function BankCard({ state }: { readonly state: ConverterState }) {
  const { from, to, face, banks } = state;
  const [isPressed, setIsPressed] = useState<boolean | null>(null);
  // A press asks for the focus once: not for lines that come back after an outage.
  const [isAsked, setIsAsked] = useState(false);
  const [hadLines, setHadLines] = useState(banks.length > 0);
  // Lines that come with an address open it, and it stays open when the last one goes.
  if (banks.length > 0 && !hadLines) setHadLines(true);
  const isOpen = isPressed ?? hadLines;
  // One currency has no rate to lose by, and without a rate there is nothing to measure by.
  if (from.code === to.code || face.kind === 'none' || face.kind === 'failed') {
    if (isAsked) setIsAsked(false);
    return null;
  }
  return (
    <section
      aria-label="What does your bank give?"
      className={`overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0 ${banks.length === 0 ? 'print:hidden' : ''}`}
    >
      <h2 className="font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="bank-lines"
          onPointerEnter={near}
          onFocus={near}
          onClick={() => {
            setIsPressed(!isOpen);
            setIsAsked(!isOpen);
          }}
          className="flex min-h-12 w-full items-center gap-2 px-6 py-2 text-left -outline-offset-2! hover:bg-hover max-phone:px-4"
        >
          What does your bank give?
          {!isOpen && (
            <span className="min-w-0 flex-1 truncate font-regular text-text-muted max-phone:hidden">
              See what its rate and fees cost you
            </span>
          )}
          <ChevronDown
            aria-hidden="true"
            className={`ml-auto size-4 flex-none text-text-muted transition-transform duration-(--duration-open) print:hidden ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id="bank-lines" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<div className="min-h-44 border-t border-line" aria-busy />}>
            <BankLines state={state} isAsked={isAsked} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** Fetches the code ahead of a likely press; if that fails, the press fetches it again. */
function near(): void {
  void loadLines().catch(() => undefined);
}
