'use client';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { RatesSort } from '#lib/client/address/rates-address';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { useOnDemand } from '#lib/client/browser/use-on-demand';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { keepPins } from '#lib/client/rates/kept-code-lists';
import { togglePin } from '#lib/client/rates/code-lists';
import { currencyCount, pastText, withinSentence } from '#lib/format/rates/rates-words';
import { countInUse, isChosenRow } from '#lib/format/rates/rates-rows';
import { KeyHints } from '#components/ui/buttons/key-cap';
import { creditLine } from '#lib/format/rates/credit-line';
import { hasNoChange } from '#lib/format/rates/rates-change';
import { useServed } from '#components/frame/page-root';
import { useSourceNotes } from '#components/frame/source-notes';
import { PageHead } from '#components/ui/page-head';
import { Countdown, SinceReceived } from '#components/ui/figures/ticking-time';
import type { RateSeries } from '#lib/contract/responses';
import { chartDate } from '#lib/format/charts/chart-dates';
import { sourceInText } from '#lib/format/sources/source-names';
import type { SourceNotes } from '#lib/format/sources/source-notes';
import { NoMatch, NoTable } from './notices/no-rows.tsx';
import { RatesNotices } from './notices/rates-notices.tsx';
import { RowsTable } from './rows/rows-table.tsx';
import { entryOf, type SortedEntries, sortedEntries, tableItems } from './model/table-entries.ts';
import { TableActions } from './tools/table-actions.tsx';
import { Tools } from './tools/tools.tsx';
import { type RatesState, type ServedTable, useRates } from './model/use-rates.ts';
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

/** Under the rows, the credit of each publisher whose figures are among those that were loaded. */
function TableCredits({ series }: Pick<RatesState, 'series'>) {
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
function TableFoot({
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

/** What the page is of, whose figures they are, and when they were received. */
function RatesHead({ state }: { readonly state: RatesState }) {
  const { view, base, face, trouble, receivedAtMs, nextAskAtMs, hasNetwork } = state;
  const notes = useSourceNotes();
  const isFilled = face.kind === 'filled';
  const now = isFilled ? tableSentence(state) : '';
  const fixing = isFilled ? fixingSentence(state, notes) : '';
  // While another table, or what is known of its rows, is on its way, the sentences of the former one keep their lines.
  const [former, setFormer] = useState({ now, fixing });
  const isWhole = isFilled && state.series.size > 0;
  if (isWhole && (now !== former.now || fixing !== former.fixing)) setFormer({ now, fixing });
  const isLate = trouble !== null && trouble.kind !== 'refused';
  const received = receivedAtMs !== null && (
    <p className={`text-sm whitespace-nowrap ${isLate ? 'text-stale' : 'text-text-muted'}`}>
      Received <SinceReceived atMs={receivedAtMs} /> ago
      {isLate && hasNetwork && (
        <>
          , trying again in <Countdown toMs={nextAskAtMs} />
        </>
      )}
    </p>
  );
  return (
    <PageHead title={`Rates on ${withinSentence(base)}${pastText(view.date)}`} action={received}>
      {face.kind === 'loading' && <span className="absolute">Loading rates.</span>}
      {face.kind === 'loading' ? <Kept text={`${former.now} ${former.fixing}`} /> : now}{' '}
      {isFilled && (isWhole ? fixing : <Kept text={former.fixing} />)}
    </PageHead>
  );
}

/** The room of a text that was there before. */
function Kept({ text }: { readonly text: string }) {
  return (
    <span aria-hidden="true" className="invisible">
      {text}
    </span>
  );
}

function tableSentence({ rows, view }: RatesState): string {
  const whose =
    view.source === null
      ? ', each from the first source that has it.'
      : ` from ${sourceInText(view.source)}.`;
  return `${currencyCount(countInUse(rows))}${whose}`;
}

/** Of which day the reference rates are, named by the bank that most rows in sight are from. */
function fixingSentence({ series }: RatesState, notes: SourceNotes): string {
  const ofBanks = new Map<string, { readonly count: number; readonly newest: RateSeries }>();
  for (const { series: one } of series.values()) {
    if (!one || notes.get(one.source)?.rhythm !== 'fixing') continue;
    const known = ofBanks.get(one.source);
    const newest = known && known.newest.timestamp > one.timestamp ? known.newest : one;
    ofBanks.set(one.source, { count: (known?.count ?? 0) + 1, newest });
  }
  const [first] = [...ofBanks.values()].toSorted((a, b) => b.count - a.count);
  if (!first) return '';
  const { source, timestamp } = first.newest;
  const day = new Date(timestamp);
  return `Figures of ${sourceInText(source)} are the fixing of ${chartDate(day.getTime(), 'weekdayYear')}.`;
}
