import { creditLine } from '#lib/format/rates/credit-line';
import type { RatesState } from './model/use-rates.ts';

/** Under the rows, the credit of each publisher whose figures are among those that were loaded. */
export function TableCredits({
  series,
  credits,
}: Pick<RatesState, 'series'> & { readonly credits: Readonly<Record<string, string>> }) {
  const line = creditLine(
    credits,
    [...series.values()].flatMap((one) => one.series?.source ?? []),
  );
  if (line === '') return null;
  return (
    <p className="border-t border-line px-6 py-2 text-xs text-pretty text-text-muted max-phone:px-4">
      {line}
    </p>
  );
}
