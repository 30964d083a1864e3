import { type RatesSort, readSort, sortText } from '#lib/client/address/rates-address';
import { CHANGES } from '#components/rates-table/rows/table-columns.ts';
import { Choice } from '#components/ui/fields/choice';

const FIGURES = [{ column: 'rate', text: 'Rate' }, ...CHANGES] as const;

/** Every order as the address says it, and in words. */
const ORDERS: readonly (readonly [RatesSort, string])[] = [
  [{ column: 'code', isDescending: false }, 'Code, A to Z'],
  [{ column: 'code', isDescending: true }, 'Code, Z to A'],
  ...FIGURES.flatMap(({ column, text }) => [
    [{ column, isDescending: true }, `${text}, largest first`] as const,
    [{ column, isDescending: false }, `${text}, smallest first`] as const,
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
  const chosen = sortText(sort);
  const isChosen = chosen !== 'code';
  const name = ORDERS.find(([order]) => sortText(order) === chosen)?.[1];
  return (
    <span className="contents phone:hidden">
      <Choice
        label="Sort"
        look="chip"
        value={chosen}
        isChosen={isChosen}
        shown={isChosen ? name : 'Sort'}
        onChoose={(text) => {
          const wanted = readSort(text);
          if (wanted !== null) onSort(wanted);
        }}
      >
        {ORDERS.map(([order, text]) => (
          <option key={text} value={sortText(order)}>
            {text}
          </option>
        ))}
      </Choice>
    </span>
  );
}
