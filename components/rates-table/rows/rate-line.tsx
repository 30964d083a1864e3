'use client';
import { memo, useEffect, useRef } from 'react';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import { InkLine } from '#components/ui/figures/ink-line';
import { Skeleton } from '#components/ui/skeleton';
import { Change } from '#components/ui/figures/change';
import type { RateSeries } from '#lib/contract/responses';
import { monthCourse } from '#lib/format/charts/month-course';
import { dayText } from '#lib/format/instants';
import type { RatesRow } from '#lib/format/rates/rates-rows';
import { AgeMark, RowAge } from './row-age.tsx';
import { PinMark } from './pin-mark.tsx';
import { CELL_LOOK, CHANGES, COLUMNS, ROW_LOOK } from './table-columns.ts';
import { hasNoChange } from '#lib/format/rates/rates-change';
import { sourceName } from '#lib/format/sources/source-names';
import { FigureFraction, fractionEm, SpokenFigure } from '#components/ui/figures/figure';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { type FigureParts, figureText, rateParts } from '#lib/format/numbers/figures';

const NO_DAYS: readonly string[] = [];
const NO_POINTS: readonly number[] = [];

/** Rows out of sight cost neither layout nor paint, and are found and printed all the same. */
const OUT_OF_SIGHT = '[content-visibility:auto] print:[content-visibility:visible]';

/** What a row can be asked to do. */
export interface RowActions {
  /** Shows or hides what there is to say about it. */
  readonly onToggle: (code: string) => void;
  readonly onPin: (code: string) => void;
}

/** One currency of the table: the whole row opens, its button says so to those who do not point. */
export const RateLine = memo(function RateLine({
  row,
  rate,
  series,
  days = NO_DAYS,
  room,
  isPinned,
  isCursor,
  isOpen,
  isPast,
  isUnsure,
  onToggle,
  onPin,
}: RowActions & {
  readonly row: RatesRow;
  readonly rate: number;
  /** Undefined while it is on its way, null where there is none. */
  readonly series: RateSeries | null | undefined;
  /** The days of the series' points. */
  readonly days: readonly string[] | undefined;
  /** See {@link RateFigure}. */
  readonly room: number;
  readonly isPinned: boolean;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  /** Whether its rate is of a day that is over. */
  readonly isPast: boolean;
  readonly isUnsure: boolean;
}) {
  const { code, currency } = row;
  const isLoading = series === undefined;
  // The foot of the table says once what a column of dashes would say in every row.
  const hasNoPast = series !== undefined && series !== null && hasNoChange(series);
  return (
    <tr
      role="row"
      data-code={code}
      data-cursor={isCursor ? '' : undefined}
      onClick={(event) => isRowsOwn(event.target) && onToggle(code)}
      className={`group/row cursor-pointer scroll-mt-24 scroll-mb-18 hover:bg-hover data-cursor:bg-selected data-cursor:shadow-[inset_3px_0_0_var(--color-accent)] ${ROW_LOOK} ${OUT_OF_SIGHT}`}
    >
      <th scope="row" role="rowheader" className={`text-left font-regular ${CELL_LOOK} ${COLUMNS.currency}`}>
        <button
          type="button"
          data-row-button={code}
          aria-expanded={isOpen}
          onClick={() => onToggle(code)}
          className="flex max-w-full items-center gap-2.5 text-left"
        >
          <CurrencyMark currency={currency} size="sm" />
          <span className="min-w-0 truncate max-phone:leading-tight">
            <b className="font-medium">{code}</b>{' '}
            <span className="text-text-soft max-phone:block max-phone:truncate max-phone:text-xs">
              {currency.name}
            </span>
          </span>
        </button>
      </th>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.rate}`}>
        <RateFigure rate={rate} room={room} />
      </td>
      {CHANGES.map(({ column: span }) => (
        <td key={span} role="cell" className={`${CELL_LOOK} ${COLUMNS[span]}`}>
          {span === 'day1' && series && !isPast && <AgeMark age={series.age} isUnsure={isUnsure} />}
          {span === 'day1' && series && isPast && (
            // A phone, which has no column of days, has it in the place of the change.
            <span className="text-text-muted phone:hidden">{dayText(new Date(series.timestamp))}</span>
          )}
          {isLoading ? (
            <Skeleton width="6ch" />
          ) : hasNoPast ? (
            <span className="sr-only">{isPast ? 'for current rates only' : 'no earlier figure'}</span>
          ) : (
            <Change percent={series?.change[span] ?? null} />
          )}
        </td>
      ))}
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.line}`}>
        <InkLine
          points={series ? monthCourse(days, series).points : NO_POINTS}
          className="ml-auto h-7 w-24 max-lg:w-18 max-phone:w-14"
        />
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.age}`}>
        {isLoading && <Skeleton width="9ch" />}
        {series && <RowAge series={series} isPast={isPast} isUnsure={isUnsure} />}
        {series === null && '–'}
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.source} truncate text-text-soft`}>
        {isLoading ? <Skeleton width="5ch" /> : series ? sourceName(series.source) : '–'}
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.pin}`}>
        <button
          type="button"
          aria-label={`Pin ${code}`}
          aria-pressed={isPinned}
          onClick={() => onPin(code)}
          className="inline-grid size-6 place-items-center rounded-control text-text-muted opacity-0 group-hover/row:opacity-100 group-data-cursor/row:opacity-100 hover:text-text focus-visible:opacity-100 aria-pressed:text-accent aria-pressed:opacity-100"
        >
          <PinMark isPinned={isPinned} />
        </button>
      </td>
    </tr>
  );
});

/** Whether a press was on the row and not on something in it that has an act of its own. */
function isRowsOwn(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, time') === null;
}

/** How long a figure that has changed keeps its flash. */
const FLASH_MS = 600;

/** More room than this is for rates of a millionth; their last digits may run on. */
const FRACTION_CHARS_MAX = 17;

/** A rate with its point under the others'; narrow screens have five digits of it, and the row's detail shows all. */
function RateFigure({ rate, room }: { readonly rate: number; readonly room: number }) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(rate);
  // Washed once when it changes; not at first, and not for visitors who asked for less motion.
  useEffect(() => {
    if (before.current === rate) return;
    before.current = rate;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.current?.animate(
      [{ backgroundColor: 'var(--color-accent-wash)' }, { backgroundColor: 'transparent' }],
      { duration: FLASH_MS, easing: 'ease-out' },
    );
  }, [rate]);
  const parts = rateParts(rate);
  return (
    <>
      <SpokenFigure text={figureText(parts)} />
      <span
        ref={element}
        aria-hidden="true"
        data-rate={rate}
        className="inline-block rounded-tag text-[15px] font-medium whitespace-nowrap max-phone:text-lg"
      >
        <span className="lg:hidden">{shortRate(rate)}</span>
        <span className="max-lg:hidden">
          {parts.integer}
          <span className="inline-block text-left" style={{ width: `${room}em` }}>
            <FigureFraction parts={parts} />
          </span>
        </span>
      </span>
    </>
  );
}

/** The room right of the decimal point that all rates of a table share, in em of their own size. */
export function fractionRoom(parts: readonly FigureParts[]): number {
  const longest = parts.reduce((most, { strong, muted }) => Math.max(most, strong.length + muted.length), 3);
  return Number(fractionEm(Math.min(longest, FRACTION_CHARS_MAX)).toFixed(2));
}
