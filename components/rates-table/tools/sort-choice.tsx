import { type RatesSort, readSort, type SortColumn, sortText } from '#lib/client/address/rates-address';
import { Choice } from '#components/ui/fields/choice';

const NAMES: Readonly<Record<SortColumn, string>> = {
  code: 'Code',
  rate: 'Rate',
  day1: '1 day',
  day7: '7 days',
  day30: '30 days',
};

const ORDERS: readonly RatesSort[] = [
  { column: 'code', isDescending: false },
  { column: 'code', isDescending: true },
  ...(['rate', 'day1', 'day7', 'day30'] as const).flatMap((column) => [
    { column, isDescending: true },
    { column, isDescending: false },
  ]),
];

/** The order of the rows where their columns have no heads to press: on a phone. */
export function SortChoice({
  sort,
  onSort,
}: {
  readonly sort: RatesSort;
  readonly onSort: (sort: RatesSort) => void;
}) {
  return (
    <span className="contents phone:hidden">
      <Choice
        label="Sort"
        look="chip"
        value={sortText(sort)}
        isChosen={sortText(sort) !== 'code'}
        shown={sortText(sort) === 'code' ? 'Sort' : orderName(sort)}
        onChoose={(text) => {
          const wanted = readSort(text);
          if (wanted !== null) onSort(wanted);
        }}
      >
        {ORDERS.map((order) => (
          <option key={sortText(order)} value={sortText(order)}>
            {orderName(order)}
          </option>
        ))}
      </Choice>
    </span>
  );
}

function orderName({ column, isDescending }: RatesSort): string {
  if (column === 'code') return isDescending ? 'Code, Z to A' : 'Code, A to Z';
  return `${NAMES[column]}, ${isDescending ? 'largest' : 'smallest'} first`;
}
