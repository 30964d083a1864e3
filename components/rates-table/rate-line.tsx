'use client';
import { Pin } from 'lucide-react';
import { memo } from 'react';
import { CurrencyMark } from '#components/ui/currency-mark';
import { InkLine } from '#components/ui/ink-line';
import { Skeleton } from '#components/ui/skeleton';
import type { PageClock } from '#components/ui/ticking-time';
import { Change } from '#components/ui/change';
import { monthCourse } from '#lib/format/month-course';
import { RateFigure } from './rate-figure.tsx';
import { AgeMark, RowAge } from './row-age.tsx';
import { CELL_LOOK, COLUMNS, ROW_LOOK } from './table-columns.ts';
import type { TableEntry } from './table-entry.ts';

const NO_POINTS: readonly number[] = [];

/** What a row can be asked to do. */
export interface RowActions {
  /** Shows or hides what there is to say about it. */
  readonly onToggle: (code: string) => void;
  readonly onPin: (code: string) => void;
}

/** One currency of the table: the whole row opens, its button says so to those who do not point. */
export const RateLine = memo(function RateLine({
  entry,
  rowNumber,
  room,
  clock,
  isPinned,
  isCursor,
  isOpen,
  isUnsure,
  onToggle,
  onPin,
}: RowActions & {
  readonly entry: TableEntry;
  /** From 1, heads included, for those who hear only the rows that are drawn. */
  readonly rowNumber: number;
  /** See fraction-room.ts. */
  readonly room: number;
  readonly clock: PageClock;
  readonly isPinned: boolean;
  readonly isCursor: boolean;
  readonly isOpen: boolean;
  readonly isUnsure: boolean;
}) {
  const { row, received } = entry;
  const { code, currency } = row;
  const series = received?.series ?? null;
  const isLoading = received === undefined;
  return (
    <tr
      role="row"
      aria-rowindex={rowNumber}
      data-code={code}
      data-cursor={isCursor ? '' : undefined}
      onClick={(event) => isRowsOwn(event.target) && onToggle(code)}
      className={`group/row cursor-pointer hover:bg-hover data-cursor:bg-selected data-cursor:shadow-[inset_3px_0_0_var(--color-accent)] ${ROW_LOOK}`}
    >
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.currency}`}>
        <button
          type="button"
          data-row-button={code}
          aria-expanded={isOpen}
          onClick={() => onToggle(code)}
          className="flex max-w-full items-center gap-2.5 text-left"
        >
          <CurrencyMark sign={currency.mark} shape={currency.shape} size="sm" />
          <span className="min-w-0 truncate max-phone:leading-tight">
            <b className="font-medium">{code}</b>{' '}
            <span className="text-text-soft max-phone:block max-phone:truncate max-phone:text-xs">
              {currency.name}
            </span>
          </span>
        </button>
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.rate}`}>
        <RateFigure rate={entry.rate} room={room} />
      </td>
      {(['day1', 'day7', 'day30'] as const).map((days) => (
        <td key={days} role="cell" className={`${CELL_LOOK} ${COLUMNS[days]}`}>
          {days === 'day1' && series !== null && <AgeMark age={series.age} isUnsure={isUnsure} />}
          {isLoading ? <Skeleton width="6ch" /> : <Change percent={series?.change[days] ?? null} />}
        </td>
      ))}
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.line}`}>
        <InkLine
          points={received && series ? monthCourse(received.days, series).points : NO_POINTS}
          className="ml-auto h-7 w-24 max-lg:w-18 max-phone:w-14"
        />
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.age}`}>
        {isLoading && <Skeleton width="9ch" />}
        {series !== null && <RowAge series={series} clock={clock} isUnsure={isUnsure} />}
        {!isLoading && series === null && '–'}
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.source} font-mono text-text-soft`}>
        {isLoading ? <Skeleton width="5ch" /> : (series?.source ?? '–')}
      </td>
      <td role="cell" className={`${CELL_LOOK} ${COLUMNS.pin}`}>
        <button
          type="button"
          aria-label={`Pin ${code}`}
          aria-pressed={isPinned}
          onClick={() => onPin(code)}
          className="inline-grid size-6 place-items-center rounded-control text-text-muted opacity-0 group-hover/row:opacity-100 group-data-cursor/row:opacity-100 hover:text-text focus-visible:opacity-100 aria-pressed:text-accent aria-pressed:opacity-100"
        >
          <Pin aria-hidden="true" className="size-4" fill={isPinned ? 'currentColor' : 'none'} />
        </button>
      </td>
    </tr>
  );
});

/** Whether a press was on the row and not on something in it that has an act of its own. */
function isRowsOwn(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, time') === null;
}
