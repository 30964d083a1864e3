'use client';
import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import type { RatesSort } from '#lib/client/address/rates-address';
import type { OnDemand } from '#lib/client/browser/use-on-demand';
import { rateParts } from '#lib/format/numbers/figures';
import { withinSentence } from '#lib/format/rates/rates-words';
import { fractionRoom, RateLine, type RowActions } from './rate-line.tsx';
import type { TableItem } from '#components/rates-table/model/table-entries.ts';
import { TableHead } from './table-head.tsx';
import type { ShownTable } from '#components/rates-table/model/use-shown-table.ts';
import { Skeleton } from '#components/ui/skeleton';
import { CELL_LOOK, COLUMNS, ROW_LOOK } from './table-columns.ts';

/** What the server draws of a table: the first screen of a high desk. */
const FIRST_ITEMS = 28;

/** What is added at a time: little enough that a slow phone can take a press in between. */
const ADDED_ITEMS = 24;

/** The table itself: a real one, whose roles are said again because a phone shows its rows as grids. */
export const RowsTable = memo(function RowsTable({
  shown,
  items,
  cursor,
  openCode,
  detail,
  isDetailMissing,
  onSort,
  onToggle,
  onPin,
}: RowActions & {
  readonly shown: ShownTable;
  /** Null while they are on their way. */
  readonly items: readonly TableItem[] | null;
  readonly cursor: string | null;
  readonly openCode: string | null;
  /** The code of a row's detail. */
  readonly detail: OnDemand<typeof import('./row-detail.tsx')>['part'];
  /** Whether it was wanted and could not be had. */
  readonly isDetailMissing: boolean;
  readonly onSort: (sort: RatesSort) => void;
}) {
  const { view, base, rows, pins, isUnsure } = shown;
  const room = useMemo(() => fractionRoom(rows.map(({ rate }) => rateParts(rate))), [rows]);
  const drawnCount = useGrowingCount(items?.length ?? 0, !shown.isSeriesAwaited);
  return (
    <table role="table" aria-label={`Rates on ${withinSentence(base)}`} className="block text-left">
      <TableHead view={view} rateRoom={room} onSort={onSort} />
      {items === null ? (
        <TableSkeleton />
      ) : (
        <tbody role="rowgroup" className="block">
          {items.slice(0, drawnCount).map((item) => {
            if (item.kind === 'group') return <GroupLine key={item.key} heading={item.heading} />;
            const { code } = item.entry.row;
            const isPinned = pins.includes(code);
            if (item.kind === 'row') {
              return (
                <RateLine
                  key={item.key}
                  row={item.entry.row}
                  rate={item.entry.rate}
                  series={item.entry.received?.series}
                  days={item.entry.received?.days}
                  room={room}
                  isPinned={isPinned}
                  isCursor={code === cursor}
                  isOpen={code === openCode}
                  isPast={view.date !== null}
                  isUnsure={isUnsure}
                  onToggle={onToggle}
                  onPin={onPin}
                />
              );
            }
            return (
              <tr key={item.key} role="row" className="block">
                {detail === null ? (
                  <DetailPlace isMissing={isDetailMissing} />
                ) : (
                  <detail.RowDetail
                    entry={item.entry}
                    view={view}
                    isUnsure={isUnsure}
                    isPinned={isPinned}
                    onPin={onPin}
                  />
                )}
              </tr>
            );
          })}
        </tbody>
      )}
    </table>
  );
});

/** How long the rows below the first screen wait for what is known of them beside their rates, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * How much of a table is drawn: a phone shows and hears the first rows before it draws all others, some at a time, and once
 * `mayGrow` says that they need not be drawn again at once, or that has taken too long.
 */
function useGrowingCount(wholeCount: number, mayGrow: boolean): number {
  const [count, setCount] = useState(FIRST_ITEMS);
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsPatient(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if ((mayGrow || !isPatient) && count < wholeCount) startTransition(() => setCount(count + ADDED_ITEMS));
  }, [count, wholeCount, mayGrow, isPatient]);
  return count;
}

/** Where the detail will be, as high as it; or why it is not there. */
function DetailPlace({ isMissing }: { readonly isMissing: boolean }) {
  return (
    <td
      role="cell"
      className="block h-39.5 border-b border-line bg-sunken px-6 py-3 text-text-soft max-lg:h-77 max-phone:h-91.5 max-phone:px-4"
    >
      {isMissing && 'The detail could not be loaded. Open the row again when the network is back.'}
    </td>
  );
}

function GroupLine({ heading }: { readonly heading: string }) {
  return (
    <tr role="row" className="block">
      <td
        role="cell"
        className="block h-7 border-b border-line bg-sunken px-6 text-xs leading-7 text-text-muted max-phone:px-4"
      >
        {heading}
      </td>
    </tr>
  );
}

/** Rows of the first screen. */
const ROWS = 14;

/** The rows while they are on their way: the same heights and columns, so that nothing jumps when they come. */
function TableSkeleton() {
  return (
    <tbody role="rowgroup" aria-hidden="true" className="block">
      {Array.from({ length: ROWS }, (_, index) => (
        <tr key={index} className={ROW_LOOK}>
          {Object.entries(COLUMNS).map(([column, look]) => (
            <td key={column} className={`${CELL_LOOK} ${look}`}>
              <Skeleton width={column === 'currency' ? '17ch' : '6ch'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
