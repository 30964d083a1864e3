import { memo, type MouseEvent, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useServed } from '#components/frame/page-root';
import { StarIcon } from '#components/ui/buttons/star-icon';
import { converterAddress } from '#lib/client/address/converter-address';
import { useKeptCurrencies } from '#lib/client/rates/currency-picks-store';
import { pairsBeside } from '#lib/format/currencies/pairs-beside';
import { kept } from '#lib/client/browser/kept';
import type { ConverterState } from './model/use-converter.ts';
import { PAIRS_COOKIE, readPairsCookie, type RecentPair, withPair } from '#lib/client/rates/pair-cookie';

/**
 * One line of ways to other pairs: those converted last, favourites, common ones. The server leaves the line empty, as it does not know
 * the visitor, and nothing moves when it fills.
 */
export const RecentPairs = memo(function RecentPairs({
  view,
  hasRate,
  show,
}: Pick<ConverterState, 'view' | 'show'> & {
  readonly hasRate: boolean;
}) {
  const { currencies } = useServed();
  const recents = useKeptPairs();
  const { favourites } = useKeptCurrencies();
  const { from, to } = view;
  useEffect(() => {
    if (hasRate && from !== to) keepPair({ from, to });
  }, [from, to, hasRate]);
  const isKnown = (code: string) => currencies.some((one) => one.code === code);
  const pairs = recents === null ? [] : pairsBeside(view, { recents, favourites });
  const open = (event: MouseEvent, pair: { readonly from: string; readonly to: string }) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(pair);
  };
  return (
    <nav
      aria-label="Other pairs"
      className="mb-3 h-9 max-phone:mx-4 max-phone:mb-2 max-phone:h-11 print:hidden"
    >
      <ul className="flex h-full items-center gap-2">
        {pairs
          .filter((pair) => isKnown(pair.from) && isKnown(pair.to))
          .map((pair) => (
            <li
              key={`${pair.from}/${pair.to}`}
              className="max-phone:nth-[n+5]:hidden max-[24rem]:nth-[n+4]:hidden"
            >
              <a
                href={converterAddress({ ...view, from: pair.from, to: pair.to })}
                onClick={(event) => open(event, { from: pair.from, to: pair.to })}
                className="flex h-8 items-center gap-1 rounded-control border border-line bg-surface px-2.5 text-sm whitespace-nowrap text-text-soft hover:bg-hover hover:text-text max-phone:h-11 max-phone:px-2"
              >
                {pair.isFavourite && (
                  <StarIcon aria-hidden="true" className="size-3.5 text-accent" fill="currentColor" />
                )}
                {pair.from}/{pair.to}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
});

const PAIRS = kept(PAIRS_COOKIE, 'cookie');

/** The pairs that this browser converted last, the newest first; null in what the server wrote, which does not know them. */
function useKeptPairs(): readonly RecentPair[] | null {
  const text = useSyncExternalStore<string | null>(
    PAIRS.subscribe,
    () => PAIRS.read() ?? '',
    () => null,
  );
  return useMemo(() => (text === null ? null : readPairsCookie(text)), [text]);
}

/** Keeps a pair as the last one. */
function keepPair(pair: RecentPair): void {
  const kept = PAIRS.read();
  const next = withPair(readPairsCookie(kept), pair);
  if (next !== kept) PAIRS.keep(next);
}
