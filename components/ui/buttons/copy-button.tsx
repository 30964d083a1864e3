'use client';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';

/** How long the button says what became of it. */
const SAID_MS = 2500;

type Said = 'nothing' | 'copied' | 'refused';

/** Copies a text. Both faces share one place, so that nothing moves; what became of it is announced. */
export function CopyButton({
  label,
  text,
  look = 'line',
  onCopied,
}: {
  readonly label: string;
  readonly text: string;
  readonly look?: ButtonLook;
  readonly onCopied?: () => void;
}) {
  const [said, setSaid] = useState<Said>('nothing');
  useEffect(() => {
    if (said === 'nothing') return;
    const timer = setTimeout(() => setSaid('nothing'), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => {
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => {
        setSaid('copied');
        onCopied?.();
      },
      () => setSaid('refused'),
    );
  };
  return (
    <>
      <Button look={look} onClick={copy} className="grid! grid-cols-1 grid-rows-1">
        {(['nothing', 'copied', 'refused'] as const).map((face) => (
          <span
            key={face}
            className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-1.5 ${said === face ? '' : 'invisible'}`}
          >
            {face === 'nothing' && <Copy aria-hidden="true" className="size-4" />}
            {face === 'copied' && <Check aria-hidden="true" className="size-4" />}
            {{ nothing: label, copied: 'Copied', refused: 'Select it' }[face]}
          </span>
        ))}
      </Button>
      <span role="status" className="sr-only">
        {said === 'copied' && `${label}: copied`}
        {said === 'refused' && 'The browser refused to copy. Select the text and copy it yourself.'}
      </span>
    </>
  );
}
