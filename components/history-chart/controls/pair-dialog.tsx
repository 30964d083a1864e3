import { useMemo, useState } from 'react';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import { PickerDialog } from '#components/ui/dialogs/picker-dialog';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import { offeredPairs } from '#lib/format/charts/chart-pair-search';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { otherCodeSentence } from '#lib/format/currencies/currency-picks';

/** What a chosen pair is for: to be shown in the place of this one, or beside it. */
export type PairPurpose = 'show' | 'compare';

/** Chooses a pair by codes, name or country: `yen`, `GBP/CHF`, `gbp chf`. */
export function PairDialog({
  purpose,
  pair,
  currencies,
  onClose,
  onChoose,
}: {
  readonly purpose: PairPurpose | null;
  readonly pair: ChartPair;
  readonly currencies: readonly CurrencyOption[];
  readonly onClose: () => void;
  readonly onChoose: (pair: ChartPair) => void;
}) {
  const [query, setQuery] = useState('');
  const { base: shownBase, quote: shownQuote } = pair;
  const groups = useMemo(() => {
    const items = offeredPairs(currencies, { base: shownBase, quote: shownQuote }, query);
    return items.length === 0 ? [] : [{ heading: null, items }];
  }, [currencies, shownBase, shownQuote, query]);
  return (
    <PickerDialog
      name={purpose === 'compare' ? 'Compare with which pair' : 'Show which pair'}
      label="Pair, code, name or country"
      placeholder={`${pair.base}/${pair.quote}, code, name or country`}
      isOpen={purpose !== null}
      query={query}
      groups={groups}
      textOf={({ base, quote }) => `${base}/${quote}`}
      row={({ base, quote, code, name, mark, shape }) => (
        <>
          <CurrencyMark currency={{ code, mark, shape }} size="sm" />
          <b className="font-medium">
            {base}/{quote}
          </b>
          <span className="min-w-0 truncate text-text-soft">{name}</span>
        </>
      )}
      nothing={`No pair matches “${query.trim()}”.`}
      sentence={otherCodeSentence(query)}
      onQuery={setQuery}
      onChoose={({ base, quote }) => onChoose({ base, quote })}
      onClose={onClose}
    />
  );
}
