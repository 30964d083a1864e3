import { ArrowDown, ArrowUp } from 'lucide-react';
import { nextSort, type RatesSort, type RatesView, type SortColumn } from '#lib/client/address/rates-address';
import { PinShape } from './pin-mark.tsx';
import { CELL_LOOK, CHANGES, COLUMNS, ROW_LOOK } from './table-columns.ts';

const HEAD = `${CELL_LOOK} text-xs font-regular text-text-muted`;

/** The size of the rates. */
const RATE_REM = 0.9375;

/** The heads of the columns: they stay in sight, and a press sorts. A phone's rows say themselves what they are. */
export function TableHead({
  view,
  rateRoom,
  onSort,
}: {
  readonly view: RatesView;
  /** How far the rates' decimal point stands from the right edge, in em of the rates. */
  readonly rateRoom: number;
  readonly onSort: (sort: RatesSort) => void;
}) {
  const sortable = { sort: view.sort, onSort };
  return (
    <thead
      role="rowgroup"
      className="sticky top-[57px] z-10 block bg-surface max-phone:sr-only! print:static"
    >
      <tr role="row" className={`${ROW_LOOK} h-8! border-line-strong`}>
        <SortHead {...sortable} column="code" className={`text-left ${COLUMNS.currency}`}>
          Currency
        </SortHead>
        <SortHead
          {...sortable}
          column="rate"
          className={COLUMNS.rate}
          end={<span className="inline-block max-lg:hidden" style={{ width: `${rateRoom * RATE_REM}rem` }} />}
        >
          For 1 {view.base}
        </SortHead>
        {CHANGES.map(({ column, text }) =>
          view.date === null ? (
            <SortHead key={column} {...sortable} column={column} className={COLUMNS[column]}>
              {text}
            </SortHead>
          ) : (
            // Movements are told of current rates only.
            <PlainHead key={column} className={COLUMNS[column]}>
              <span className="sr-only">{text}</span>
            </PlainHead>
          ),
        )}
        <PlainHead className={COLUMNS.line}>
          <span className="sr-only">Trend of 30 days</span>
        </PlainHead>
        <PlainHead className={`text-left ${COLUMNS.age}`}>{view.date === null ? 'Age' : 'Day'}</PlainHead>
        <PlainHead className={`text-left ${COLUMNS.source}`}>Source</PlainHead>
        <PlainHead className={COLUMNS.pin}>
          <span className="sr-only">Pin</span>
          <PinShape />
        </PlainHead>
      </tr>
    </thead>
  );
}

function PlainHead({ className, ...rest }: React.ComponentProps<'th'>) {
  return <th scope="col" role="columnheader" className={`${HEAD} ${className}`} {...rest} />;
}

function SortHead({
  column,
  sort,
  className,
  end,
  children,
  onSort,
}: {
  readonly column: SortColumn;
  readonly sort: RatesSort;
  readonly className: string;
  /** The room that keeps it over its figures. */
  readonly end?: React.ReactNode;
  readonly children: React.ReactNode;
  readonly onSort: (sort: RatesSort) => void;
}) {
  const isSorted = sort.column === column;
  const Arrow = sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={`${HEAD} ${className}`}
    >
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, column))}
        className={`relative inline-flex max-phone:hidden h-6 items-center hover:text-text ${isSorted ? 'font-medium text-text' : ''}`}
      >
        {children}
        {isSorted && <Arrow aria-hidden="true" className="absolute -right-3.5 size-3" />}
      </button>
      {/* A phone has no room for heads; they are still read out, but nobody should tab through what cannot be seen. */}
      <span className="phone:hidden">{children}</span>
      {end}
    </th>
  );
}
