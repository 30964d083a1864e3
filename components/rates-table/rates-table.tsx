'use client';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { RatesSort } from '#lib/client/address/rates-address';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { useOnDemand } from '#lib/client/browser/use-on-demand';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { keepPins } from '#lib/client/rates/kept-code-lists';
import { togglePin } from '#lib/client/rates/code-lists';
import { pastText } from '#lib/format/rates/rates-words';
import { isChosenRow } from '#lib/format/rates/rates-rows';
import { NoMatch, NoTable } from './notices/no-rows.tsx';
import { RatesHead } from './rates-head.tsx';
import { RatesNotices } from './notices/rates-notices.tsx';
import { RowsTable } from './rows/rows-table.tsx';
import { entryOf, type SortedEntries, sortedEntries, tableItems } from './model/table-entries.ts';
import { TableActions } from './tools/table-actions.tsx';
import { TableCredits, TableFoot } from './table-foot.tsx';
import { Tools } from './tools/tools.tsx';
import { type ServedTable, useRates } from './model/use-rates.ts';
import { type ShownTable, useSearch, useShownTable } from './model/use-shown-table.ts';

/** The detail of a row comes as code of its own: nobody needs it to read the rates. */
const loadDetail = () => import('./rows/row-detail.tsx');

/** The page: what it is of, notices, and one card with the tools, the rows and what the keys do. */
export function RatesTable(served: ServedTable) {
  const state = useRates(served);
  const { face, pins, show } = state;
  const search = useSearch(state);
  const searchField = useRef<HTMLInputElement>(null);
  const shown = useShownTable(state, search.text);
  const sorted = useMemo(() => sortedOf(shown), [shown]);
  const [openCode, setOpenCode] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const items = useMemo(
    () => tableItems(sorted, shown.view.sort, openCode),
    [sorted, shown.view.sort, openCode],
  );
  const codes = items.flatMap((item) => (item.kind === 'row' ? [item.entry.row.code] : []));
  const detail = useOnDemand(loadDetail);
  const toggle = useStableCall((code: string) => {
    setOpenCode(openCode === code ? null : code);
    void detail.load();
  });
  const pin = useCallback((code: string) => keepPins(togglePin(pins, code)), [pins]);
  const cursor = moved !== null && codes.includes(moved) ? moved : null;
  const move = (code: string) => {
    setMoved(code);
    showRow(code);
  };
  const step = (by: 1 | -1) => {
    const at = cursor === null ? -1 : codes.indexOf(cursor);
    const next = codes[Math.min(Math.max(at + by, 0), codes.length - 1)];
    if (next !== undefined) move(next);
  };
  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    '/': () => {
      searchField.current?.focus();
      searchField.current?.select();
    },
    Escape: () => setOpenCode(null),
    ...(cursor !== null && {
      p: () => pin(cursor),
      f: () => pin(cursor),
      Enter: ({ target }) => pressRow(target, () => toggle(cursor)),
    }),
  });
  const sort = useCallback((wanted: RatesSort) => show({ sort: wanted }), [show]);
  const actions = (
    // What became of taking one table away is no news of another one.
    <TableActions
      key={[state.view.base, state.view.source, state.view.date].join(' ')}
      state={state}
      entries={[...sorted.pinned, ...sorted.others]}
    />
  );
  return (
    <>
      <title>{`Rates on ${state.view.base}${pastText(state.view.date)} · Crossrate`}</title>
      <RatesHead state={state} />
      <RatesNotices state={state} />
      <section
        aria-label="Rates"
        aria-busy={face.kind === 'loading'}
        className="rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
      >
        <Tools
          state={state}
          search={search}
          searchField={searchField}
          onEnter={() => codes[0] !== undefined && move(codes[0])}
        >
          {actions}
        </Tools>
        {(shown.face.kind === 'none' || shown.face.kind === 'failed') && (
          <NoTable state={state} face={shown.face} />
        )}
        {shown.face.kind === 'filled' && codes.length === 0 && <NoMatch state={state} search={search} />}
        {(shown.face.kind === 'loading' || codes.length > 0) && (
          <RowsTable
            shown={shown}
            items={shown.face.kind === 'loading' ? null : items}
            cursor={cursor}
            openCode={openCode}
            detail={detail.part}
            isDetailMissing={detail.isMissing}
            onSort={sort}
            onToggle={toggle}
            onPin={pin}
          />
        )}
        <TableCredits series={state.series} />
        <TableFoot state={state} chosenCount={codes.length}>
          {actions}
        </TableFoot>
      </section>
    </>
  );
}

/** The rows that are shown, in their order. */
function sortedOf({ view, rows, series, receivedAtMs, pins, search }: ShownTable): SortedEntries {
  const filter = { search, shelf: view.shelf, region: view.region, pins };
  const entries = rows
    .filter((row) => isChosenRow(row, filter))
    .map((row) => entryOf(row, series.get(row.code), receivedAtMs ?? 0));
  return sortedEntries(entries, view.sort, pins);
}

/** Brings a row into sight and gives it the focus. */
function showRow(code: string): void {
  const button = document.querySelector<HTMLElement>(`[data-row-button="${code}"]`);
  button?.focus({ preventScroll: true });
  button?.closest('tr')?.scrollIntoView({ block: 'nearest' });
}

/** A button or link that has the focus is pressed itself; elsewhere Enter opens the row of the cursor. */
function pressRow(target: EventTarget | null, open: () => void): void {
  const pressable = target instanceof Element ? target.closest<HTMLElement>('button, a, summary') : null;
  if (pressable) pressable.click();
  else open();
}
