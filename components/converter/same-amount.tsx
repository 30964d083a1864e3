import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { CurrencyMark } from '#components/ui/currency-mark';
import { AlignedFigure } from '#components/ui/figure';
import { Skeleton } from '#components/ui/skeleton';
import { converterAddress } from '#lib/client/converter-address';
import { convertAtRate } from '#lib/client/exact-conversion';
import { tableQuery } from '#lib/client/queries';
import type { RatesClient } from '#lib/client/rates-client';
import { COMMON_COUNT } from '#lib/format/common-currencies';
import type { CurrencyOption } from '#lib/format/currency-list';
import { amountParts } from '#lib/format/figures';
import type { ConverterState } from './use-converter.ts';

/** How many further currencies stand beside the sheet. */
const SHOWN_COUNT = 8;

/** The same amount in further currencies, each a way to its own conversion. */
export function SameAmount({
  client,
  state,
  currencies,
  amountText,
}: {
  readonly client: RatesClient;
  readonly state: ConverterState;
  readonly currencies: readonly CurrencyOption[];
  readonly amountText: string;
}) {
  const { view, amount, show } = state;
  const { data, isPlaceholderData } = useQuery(tableQuery(client, view.from));
  const rates = data?.answer.ok && !isPlaceholderData ? data.answer.value.rates : null;
  const others = currencies
    .slice(0, COMMON_COUNT)
    .filter(({ code }) => code !== view.from && code !== view.to);
  const shown = (rates ? others.filter(({ code }) => rates[code] !== undefined) : others).slice(
    0,
    SHOWN_COUNT,
  );
  const given = amount.amount;
  const figures = shown.map(({ code, minorUnits }) => {
    const rate = rates?.[code];
    return rate === undefined || given === null ? null : amountParts(convertAtRate(given, rate), minorUnits);
  });
  const fractionChars = Math.max(
    3,
    ...figures.map((parts) => (parts ? parts.strong.length + parts.muted.length : 0)),
  );
  if (rates !== null && shown.length === 0) return null;
  if (data?.answer.ok === false) return null;
  const open = (event: MouseEvent, to: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show({ to });
  };
  return (
    <section className="rounded-sheet border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
      <h2 className="flex min-h-12 items-center border-b border-line px-6 py-2 font-semibold max-phone:px-4">
        {amountText} {view.from} in
      </h2>
      <ul>
        {shown.map((currency, index) => (
          <li key={currency.code} className="border-line not-last:border-b">
            <a
              href={converterAddress({ ...view, amount: given ?? view.amount, to: currency.code })}
              onClick={(event) => open(event, currency.code)}
              className="flex h-11 items-center gap-2.5 pr-4 pl-6 -outline-offset-2! hover:bg-hover max-phone:h-12 max-phone:px-4"
            >
              <CurrencyMark sign={currency.mark} shape={currency.shape} size="sm" />
              <b className="font-medium">{currency.code}</b>
              <span className="min-w-0 flex-1 truncate text-sm text-text-soft">{currency.name}</span>
              {figures[index] ? (
                <AlignedFigure parts={figures[index]} fractionChars={fractionChars} />
              ) : (
                <Skeleton width="9ch" />
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
