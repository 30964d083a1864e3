import type { ReactNode } from 'react';
import { KeyHints } from '#components/ui/buttons/key-cap';
import { creditLine } from '#lib/format/rates/credit-line';
import { hasNoChange } from '#lib/format/rates/rates-change';
import { countInUse } from '#lib/format/rates/rates-rows';
import type { RatesState } from './model/use-rates.ts';
import { useServed } from '#components/frame/page-root';

/** Under the rows, the credit of each publisher whose figures are among those that were loaded. */
export function TableCredits({ series }: Pick<RatesState, 'series'>) {
  const sources = [...series.values()].flatMap((one) => one.series?.source ?? []);
  const line = creditLine(useServed().credits, sources);
  if (line === '') return null;
  return (
    <p className="border-t border-line px-6 py-2 text-xs text-pretty text-text-muted max-phone:px-4">
      {line}
    </p>
  );
}

/** Under the rows: how many there are, why some have no changes, and the keys; on a phone what can be done with the rows. */
export function TableFoot({
  state: { view, face, rows, series },
  chosenCount,
  children,
}: {
  readonly state: RatesState;
  readonly chosenCount: number;
  /** What can be done with the rows. */
  readonly children: ReactNode;
}) {
  if (face.kind !== 'filled' || chosenCount === 0) return null;
  const isPastMissing = [...series.values()].some((one) => one.series !== null && hasNoChange(one.series));
  const count = countInUse(rows);
  // Ended currencies stand in a table only when they are asked for.
  const chosen = chosenCount < count ? `${chosenCount} of ${count} rows` : `${chosenCount} rows`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-6 py-2.5 text-sm text-text-muted max-phone:px-4 print:hidden">
      <span>
        {chosen}
        {view.date !== null && '. Changes are shown for current rates only.'}
        {view.date === null && isPastMissing && '. Changes appear once a source has an earlier figure here.'}
      </span>
      <KeyHints
        aria-hidden="true"
        className="max-phone:hidden"
        hints={{ '/': 'search', 'j k': 'row', p: 'pin', Enter: 'open' }}
      />
      <span className="flex flex-wrap gap-2 phone:hidden">{children}</span>
    </div>
  );
}
