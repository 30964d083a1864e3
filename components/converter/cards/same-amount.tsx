import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Settings2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useServed } from '#components/frame/page-root';
import { Button } from '#components/ui/buttons/button';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import { AlignedFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { converterAddress } from '#lib/client/address/converter-address';
import { convertAmount, exactNumber } from '#lib/domain/rates/exact-number';
import { ratesTableQuery } from '#lib/client/rates/rates-queries';
import { amountParts, type FigureParts, fractionCharsOf } from '#lib/format/numbers/figures';
import { SameAmountEditor } from './same-amount-editor.tsx';
import type { FurtherCurrencies } from '#components/converter/model/use-further-currencies.ts';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { sourceInText } from '#lib/format/sources/source-names';

/** The amount that the list is of. */
export interface ListedAmount {
  readonly view: ConverterState['view'];
  /** A plain decimal; null while there is none. */
  readonly fromAmount: ConverterState['fromAmount'];
  /** What a line of the list converts: the plain amount, or what stands in for it. */
  readonly given: string;
  readonly heading: string;
}

/** The same amount in further currencies, each a way to its own conversion; which ones is the visitor's. */
export function SameAmount({
  listed: { view, fromAmount, given, heading },
  also,
  show,
  onAdd,
}: {
  readonly listed: ListedAmount;
  readonly also: FurtherCurrencies;
  readonly show: ConverterState['show'];
  readonly onAdd: () => void;
}) {
  const { transport } = useServed();
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...ratesTableQuery(transport, { ...view, base: view.from }),
    placeholderData: keepPreviousData,
  });
  const [isEditing, setIsEditing] = useState(false);
  // While the table of another base or source is on its way, the last one says which currencies have a line.
  const known = data?.answer.ok ? data.answer.value : null;
  const rates = isPlaceholderData ? null : (known?.rates ?? null);
  const shown = also.currencies.filter(
    ({ code }) =>
      code !== view.from &&
      code !== view.to &&
      // Of what nobody has chosen, only what there is.
      (also.isOwn || known === null || code === known.base || known.rates[code] !== undefined),
  );
  const figures = shown.map(({ code, minorUnits }) => {
    const rate = rates?.[code];
    if (rate === undefined || fromAmount === null) return null;
    return amountParts(convertAmount(fromAmount, exactNumber(rate)), minorUnits);
  });
  const fractionChars = fractionCharsOf(figures);
  const hasNoAnswer = data?.answer.ok === false;
  const open = (event: MouseEvent, to: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show({ to, amount: given, end: 'from' });
  };
  return (
    <section
      aria-label="The same amount in other currencies"
      className="rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      <div className="flex min-h-12 items-center justify-between gap-2 border-b border-line py-2 pr-3 pl-6 max-phone:pr-2 max-phone:pl-4">
        <h2 className="min-w-0 truncate font-semibold">{heading}</h2>
        <span className="flex flex-none items-center print:hidden">
          <Button look="ghost" size="sm" onClick={onAdd}>
            <Plus aria-hidden="true" className="size-3.75" />
            Add
          </Button>
          <Button
            look="ghost"
            size="icon"
            aria-label="Edit the list"
            aria-pressed={isEditing}
            onClick={() => setIsEditing(!isEditing)}
            className="aria-pressed:bg-selected aria-pressed:text-text"
          >
            <Settings2 aria-hidden="true" className="size-4" />
          </Button>
        </span>
      </div>
      {isEditing ? (
        <SameAmountEditor also={also} />
      ) : (
        <ul>
          {shown.map((currency, index) => (
            <li key={currency.code} className="border-line not-last:border-b">
              <a
                href={converterAddress({ ...view, amount: given, end: 'from', to: currency.code })}
                onClick={(event) => open(event, currency.code)}
                className="flex h-11 items-center gap-2.5 px-6 -outline-offset-2! hover:bg-hover max-phone:h-12 max-phone:px-4"
              >
                <CurrencyMark currency={currency} size="sm" />
                <b className="font-medium">{currency.code}</b>
                <span className="min-w-0 flex-1 truncate text-sm text-text-soft">{currency.name}</span>
                <Amount
                  parts={figures[index] ?? null}
                  fractionChars={fractionChars}
                  isLoading={rates === null && !hasNoAnswer && !isError}
                  source={view.source}
                  isMissing={(rates !== null || hasNoAnswer) && rates?.[currency.code] === undefined}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {isError && rates === null && !isEditing && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-2 pr-3 pl-6 text-sm text-text-soft max-phone:pl-4">
          These amounts could not be loaded.
          <Button look="line" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!isEditing && shown.length === 0 && (
        <p className="px-6 py-4 text-pretty text-text-soft max-phone:px-4">
          {also.isOwn
            ? 'No other currencies. Add one to see the same amount in it.'
            : 'No other common currency has a rate here. Add one to see the same amount in it.'}
        </p>
      )}
    </section>
  );
}

function Amount({
  parts,
  fractionChars,
  isLoading,
  isMissing,
  source,
}: {
  readonly parts: FigureParts | null;
  readonly fractionChars: number;
  readonly isLoading: boolean;
  readonly isMissing: boolean;
  /** The source that is asked alone; null where any may answer. */
  readonly source: string | null;
}) {
  if (isLoading) return <Skeleton width="9ch" />;
  if (isMissing)
    return (
      <span className="flex-none text-sm text-text-muted">
        {source === null ? 'no rate' : `no rate at ${sourceInText(source)}`}
      </span>
    );
  if (parts === null) return <span className="text-text-muted">–</span>;
  return <AlignedFigure parts={parts} fractionChars={fractionChars} />;
}
