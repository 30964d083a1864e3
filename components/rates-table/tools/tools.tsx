'use client';
import { ChevronDown, Search as SearchIcon, X } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { type Shelf, SHELVES } from '#lib/domain/currencies/currency-shelf';
import { isRegion, REGIONS } from '#lib/domain/currencies/region';
import { isSourceId } from '#lib/domain/source-id';
import { countInUse, type ListedOption, shelfCounts } from '#lib/format/rates/rates-rows';
import { REGION_NAMES, SHELF_NAMES } from '#lib/format/rates/rates-words';
import { Choice } from '#components/ui/fields/choice';
import { DayChoice } from '#components/ui/fields/day-choice';
import { useServed } from '#components/frame/page-root';
import type { RatesState } from '#components/rates-table/model/use-rates.ts';
import type { Search } from '#components/rates-table/model/use-shown-table.ts';
import { sourceName } from '#lib/format/sources/source-names';
import { type RatesSort, readSort, sortText } from '#lib/client/address/rates-address';
import { CHANGES } from '#components/rates-table/rows/table-columns.ts';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import {
  type CurrencyDialogHandle,
  LoadedCurrencyDialog,
} from '#components/ui/dialogs/loaded-currency-dialog';

/** What the table is of and which rows it shows. */
export function Tools({
  state,
  search,
  searchField,
  onEnter,
  children,
}: {
  readonly state: RatesState;
  readonly search: Search;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** Enter in the search goes to the first row. */
  readonly onEnter: () => void;
  /** What can be done with the rows. */
  readonly children: ReactNode;
}) {
  const { sources, clock } = useServed();
  const { view, face, rows, show } = state;
  // While another table is on its way, or does not come, the chips of the former one keep their places.
  const [counted, setCounted] = useState(rows);
  if (face.kind === 'filled' && counted !== rows) setCounted(rows);
  const missing = view.source !== null && !sources.includes(view.source) ? [view.source] : [];
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-6 py-3 max-phone:px-4 max-phone:py-2.5 print:hidden">
      <BasePicker state={state} />
      <Choice
        label="Source"
        value={view.source ?? ''}
        onChoose={(id) => show({ source: isSourceId(id) ? id : null })}
        shown={
          <>
            <span className="text-text-soft max-phone:hidden">Source</span>
            <b className="font-medium">{view.source === null ? 'Default' : sourceName(view.source)}</b>
          </>
        }
      >
        <option value="">Default, the first that has it</option>
        {[...sources, ...missing].map((id) => (
          <option key={id} value={id}>
            {sourceName(id)}
          </option>
        ))}
      </Choice>
      <DayChoice date={view.date} clock={clock} look="field" show={show} />
      <SearchField search={search} field={searchField} onEnter={onEnter} />
      <div className="flex grow flex-wrap items-center gap-2 max-phone:min-w-0 max-phone:basis-full">
        <div className="-mx-1 min-w-0 max-phone:mx-[-16px] max-phone:flex-[0_0_calc(100%+32px)]">
          <div
            role="group"
            aria-label="Kind and region"
            className="flex flex-wrap gap-1.5 p-1 max-phone:flex-nowrap max-phone:overflow-x-auto max-phone:px-4 max-phone:[--more-edge:1rem] max-phone:[--more-ground:var(--color-surface)] max-phone:[scrollbar-width:none] max-phone:more-beyond"
          >
            <SortChoice sort={view.sort} onSort={(sort) => show({ sort })} />
            <ShelfChips
              rows={face.kind === 'loading' || face.kind === 'failed' ? counted : rows}
              chosen={view.shelf}
              onChoose={(shelf) => show({ shelf })}
            />
            <Choice
              label="Region"
              look="chip"
              value={view.region ?? ''}
              isChosen={view.region !== null}
              shown={view.region === null ? 'Region' : REGION_NAMES[view.region]}
              onChoose={(region) => show({ region: isRegion(region) ? region : null })}
            >
              <option value="">All regions</option>
              {REGIONS.map((region) => (
                <option key={region} value={region}>
                  {REGION_NAMES[region]}
                </option>
              ))}
            </Choice>
          </div>
        </div>
        <span className="ml-auto flex flex-wrap justify-end gap-2 max-phone:hidden">{children}</span>
      </div>
    </div>
  );
}

function SearchField({
  search,
  field,
  onEnter,
}: {
  readonly search: Search;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onEnter: () => void;
}) {
  return (
    <label className="flex h-8 flex-[1_1_200px] lg:max-w-70 items-center gap-2 rounded-control bg-surface px-2.5 text-sm inset-ring inset-ring-control focus-within:inset-ring-2 focus-within:inset-ring-focus max-phone:h-10 max-phone:basis-full">
      <SearchIcon aria-hidden="true" className="size-4 flex-none text-text-muted" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label="Search by code, name or country"
        aria-keyshortcuts="/"
        placeholder="Code, name or country"
        value={search.text}
        onChange={({ currentTarget }) => search.set(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onEnter();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            if (search.text === '') event.currentTarget.blur();
            else search.set('');
          }
        }}
        className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-muted max-phone:text-lg"
      />
      {search.text === '' ? (
        <span aria-hidden="true" className="max-phone:hidden">
          <KeyCap>/</KeyCap>
        </span>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            search.set('');
            field.current?.focus();
          }}
          className="grid size-6 flex-none place-items-center rounded-control text-text-muted hover:text-text"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </label>
  );
}

function ShelfChips({
  rows,
  chosen,
  onChoose,
}: {
  readonly rows: readonly ListedOption[];
  readonly chosen: Shelf | null;
  readonly onChoose: (shelf: Shelf | null) => void;
}) {
  const counts = shelfCounts(rows);
  const shelves = SHELVES.filter((shelf) => (counts.get(shelf) ?? 0) > 0 || shelf === chosen);
  return [null, ...shelves].map((shelf) => (
    <button
      key={shelf ?? ''}
      type="button"
      aria-pressed={chosen === shelf}
      onClick={() => onChoose(chosen === shelf ? null : shelf)}
      className="inline-flex h-7 flex-none items-center gap-1.5 rounded-control px-2.5 text-sm whitespace-nowrap text-text-soft inset-ring inset-ring-line-strong hover:text-text aria-pressed:bg-accent-wash aria-pressed:font-medium aria-pressed:text-accent aria-pressed:inset-ring-accent-line max-phone:h-9"
    >
      {shelf === null ? 'All' : SHELF_NAMES[shelf]}{' '}
      <small className="text-xs font-regular text-text-muted">
        {shelf === null ? countInUse(rows) : (counts.get(shelf) ?? 0)}
      </small>
    </button>
  ));
}

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
function SortChoice({
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

const DIALOG_NAMES = { base: 'Show rates on which currency' };

/** What the table is of, chosen by code, name or country from all that it reaches. */
function BasePicker({ state: { view, base, rows, show } }: { readonly state: RatesState }) {
  const { currencies } = useServed();
  const dialog = useRef<CurrencyDialogHandle<'base'>>(null);
  // All of them while the table has no rows.
  const bases = useMemo(() => {
    const reached = new Set([view.base, ...rows.map(({ code }) => code)]);
    return currencies.filter(({ code }) => rows.length === 0 || reached.has(code));
  }, [currencies, rows, view.base]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.pick('base')}
        className="inline-flex h-8 flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap text-text inset-ring inset-ring-control hover:bg-hover max-phone:h-10"
      >
        <span className="text-text-soft max-phone:sr-only">Base</span>
        <CurrencyMark currency={base} size="sm" />
        <b className="font-medium">{view.base}</b>
        <ChevronDown aria-hidden="true" className="size-4 text-text-muted" />
      </button>
      <LoadedCurrencyDialog
        ref={dialog}
        names={DIALOG_NAMES}
        currencies={bases}
        missing={
          <p role="status" className="order-first basis-full text-sm text-degraded">
            The list of currencies could not be loaded. Choose again when the network is back, or change the
            code in the address.
          </p>
        }
        onChoose={(_, code) => show({ base: code })}
      />
    </>
  );
}
