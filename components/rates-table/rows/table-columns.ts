/*
 * The columns, for head, rows and skeleton alike. Every row is a grid of fixed widths, so that nothing moves while rows come
 * and go, and rows without columns need not know how many there are. Columns leave one by one as the window gets narrower;
 * on a phone a row has two lines.
 */

/** Over which times a row tells how its rate has moved. */
export const CHANGES = [
  { column: 'day1', text: '1 day' },
  { column: 'day7', text: '7 days' },
  { column: 'day30', text: '30 days' },
] as const;

/** A row of cells: 40 pixels high, 58 in two lines on a phone. */
export const ROW_LOOK =
  'grid h-10 grid-cols-[minmax(0,1fr)_14.5rem_5.5rem_5.5rem_5.5rem_7.5rem_9.5rem_11.5rem_3.5rem] items-center border-b border-line max-xl:grid-cols-[minmax(0,1fr)_14.5rem_5.5rem_5.5rem_7.5rem_10.5rem_3.5rem] max-lg:grid-cols-[minmax(0,1fr)_10rem_5rem_6rem_9.25rem] max-phone:h-[58px] max-phone:grid-cols-[minmax(0,1fr)_56px_minmax(124px,auto)] max-phone:grid-rows-[32px_26px] max-phone:gap-x-3 max-phone:px-4';

/** A cell of such a row. */
export const CELL_LOOK = 'min-w-0 px-3 whitespace-nowrap max-lg:px-2 max-phone:p-0!';

/** Classes of the cells of each column. */
export const COLUMNS = {
  currency: 'pl-6! max-phone:col-start-1 max-phone:row-span-2 max-phone:row-start-1',
  rate: 'text-right max-phone:col-start-3 max-phone:row-start-1 max-phone:self-end',
  day1: 'text-right text-sm max-phone:col-start-3 max-phone:row-start-2 max-phone:self-start',
  day7: 'text-right text-sm max-xl:hidden',
  day30: 'text-right text-sm max-lg:hidden',
  line: 'max-phone:col-start-2 max-phone:row-span-2 max-phone:row-start-1',
  age: 'text-sm max-phone:hidden',
  source: 'text-sm max-xl:hidden',
  pin: 'pr-6! text-right max-lg:hidden',
} as const;
