import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/buttons/button';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import { withMoved } from '#lib/client/rates/code-lists';
import type { FurtherCurrencies } from '#components/converter/model/use-further-currencies.ts';

const MOVES = [
  { way: 'up', by: -1, icon: ArrowUp },
  { way: 'down', by: 1, icon: ArrowDown },
] as const;

/** Takes currencies out of the list and moves them, by buttons: a pointer, a finger and a keyboard do the same. */
export function SameAmountEditor({ also }: { readonly also: FurtherCurrencies }) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string | null>(null);
  // A row that moves takes the focus of its button along.
  useEffect(() => {
    if (pressed.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-press^="${pressed.current} "]`);
    const enabled = [...(buttons ?? [])].filter(({ disabled }) => !disabled);
    if (!enabled.some((button) => button === document.activeElement)) enabled[0]?.focus();
  }, [also.currencies]);
  const press = (code: string, act: () => void) => {
    pressed.current = code;
    act();
  };
  const { codes, currencies, change } = also;
  return (
    <>
      <ul ref={list}>
        {currencies.map(({ code, name, mark, shape }, index) => (
          <li
            key={code}
            className="flex h-11 items-center gap-2.5 border-b border-line pr-2 pl-6 last:border-b-0 max-phone:h-12 max-phone:pl-4"
          >
            <CurrencyMark currency={{ code, mark, shape }} size="sm" />
            <b className="font-medium">{code}</b>
            <span className="min-w-0 flex-1 truncate text-sm text-text-soft">{name}</span>
            {MOVES.map(({ way, by, icon: Icon }) => (
              <Button
                key={way}
                look="ghost"
                size="icon"
                data-press={`${code} ${way}`}
                aria-label={`Move ${code} ${way}`}
                disabled={currencies[index + by] === undefined}
                onClick={() => press(code, () => change(withMoved(codes, code, by)))}
                className="disabled:bg-transparent disabled:opacity-40"
              >
                <Icon aria-hidden="true" className="size-4" />
              </Button>
            ))}
            <Button
              look="ghost"
              size="icon"
              data-press={`${code} remove`}
              aria-label={`Remove ${code}`}
              onClick={() =>
                press(currencies[index + 1]?.code ?? currencies[index - 1]?.code ?? '', () =>
                  change(codes.filter((one) => one !== code)),
                )
              }
            >
              <X aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-6 py-2.5 text-sm text-pretty text-text-muted max-phone:px-4">
        Kept in this browser and in the address.{' '}
        {also.isOwn && (
          <button
            type="button"
            className="underline decoration-line-strong underline-offset-3 hover:text-text"
            onClick={() => change(null)}
          >
            Back to the common ones
          </button>
        )}
      </p>
    </>
  );
}
