'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Copy as CopyIcon, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { ratesSeriesQuery, seriesByCode } from '#lib/client/rates/rates-queries';
import { isSimulatedHere } from '#lib/client/simulated';
import { saveAs } from '#lib/client/browser/save-as';
import type { ExportedRow, ExportHead } from '#lib/format/rates/rates-export';
import { chunksWith, countInUse } from '#lib/format/rates/rates-rows';
import { entryOf, type TableEntry } from '#components/rates-table/model/table-entries.ts';
import type { RatesState } from '#components/rates-table/model/use-rates.ts';
import { useServed } from '#components/frame/page-root';

/** How long a button says what became of it. */
const SAID_MS = 2500;

/** Comes when it is wanted: most visitors only read. */
const loadExport = () => import('#lib/format/rates/rates-export');

type Said = 'nothing' | 'copied' | 'refused' | 'missing';

/** The rows to take away, and of how many what stands beside the rate could not be had. */
interface Gathered {
  readonly rows: readonly ExportedRow[];
  readonly lacking: number;
}

/** Takes the rows away, as they are chosen and sorted, with all their digits. */
export function TableActions({
  state,
  entries,
}: {
  readonly state: RatesState;
  /** In the order of the page. */
  readonly entries: readonly TableEntry[];
}) {
  const { clock, credits } = useServed();
  const gather = useGather(state, entries);
  const [said, setSaid] = useState<Said>('nothing');
  const [lacking, setLacking] = useState(0);
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (said !== 'copied') return;
    const timer = setTimeout(() => setSaid('nothing'), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const { view, receivedAtMs } = state;
  const receivedAt = new Date((receivedAtMs ?? clock.servedAtMs) + clock.offsetMs);
  const headOf = (): ExportHead => ({
    base: view.base,
    source: view.source ?? 'default',
    date: view.date,
    receivedAt,
    credits,
    isSimulated: isSimulatedHere(),
  });
  const copyTable = () => {
    setSaid('nothing');
    const both = Promise.all([gather(), loadExport()]).then(
      ([{ rows, ...rest }, { ratesTabs, ratesHtml }]) => {
        setLacking(rest.lacking);
        setCopied(rows.length);
        const head = headOf();
        return { text: ratesTabs(rows, head), html: ratesHtml(rows, head) };
      },
    );
    copyBoth(both).then(
      () => setSaid('copied'),
      () => setSaid('refused'),
    );
  };
  const save = async (kind: 'csv' | 'json') => {
    setSaid('nothing');
    const [{ rows, ...rest }, { ratesCsv, ratesJson }] = await Promise.all([gather(), loadExport()]);
    setLacking(rest.lacking);
    const head = headOf();
    const day = view.date ?? receivedAt.toISOString().slice(0, 10);
    const name = `rates-${head.isSimulated ? 'SIMULATED-' : ''}${view.base}-${day}`;
    const text = kind === 'csv' ? ratesCsv(rows, head) : ratesJson(rows, head);
    saveAs(new Blob([text], { type: 'text/plain' }), `${name}.${kind}`);
  };
  const trySave = (kind: 'csv' | 'json') => void save(kind).catch(() => setSaid('missing'));
  const isEmpty = entries.length === 0;
  const part =
    entries.length === countInUse(state.rows)
      ? ''
      : `, ${entries.length} ${entries.length === 1 ? 'row' : 'rows'}`;
  return (
    <>
      <Button look="line" disabled={isEmpty} onClick={copyTable}>
        {said === 'copied' ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          <CopyIcon aria-hidden="true" className="size-4" />
        )}
        <span className="grid *:col-start-1 *:row-start-1">
          <span className={said === 'nothing' || said === 'missing' ? '' : 'invisible'}>Copy table</span>
          {said === 'copied' && <span>Copied</span>}
          {said === 'refused' && <span>Not copied</span>}
        </span>
      </Button>
      <Button look="line" disabled={isEmpty} onClick={() => trySave('csv')}>
        <Download aria-hidden="true" className="size-4" />
        CSV{part}
      </Button>
      <Button look="line" disabled={isEmpty} onClick={() => trySave('json')}>
        JSON{part}
      </Button>
      <span
        role="status"
        className={
          lacking > 0 || said === 'missing' || said === 'refused'
            ? 'basis-full text-right text-sm text-degraded max-phone:text-left'
            : 'sr-only'
        }
      >
        {lacking > 0 &&
          `Change, source and time of ${lacking} of ${entries.length} rows could not be loaded and are left empty. `}
        {said === 'copied' && `${copied} ${copied === 1 ? 'row' : 'rows'} copied as a table`}
        {said === 'refused' && 'The browser refused to copy. Save the CSV instead.'}
        {said === 'missing' && 'The file could not be made. Try again when the network is back.'}
      </span>
    </>
  );
}

/** Asks for what is not known yet of the rows; what cannot be had is left empty. */
function useGather(
  { view, chunks, series: known, receivedAtMs }: RatesState,
  entries: readonly TableEntry[],
): () => Promise<Gathered> {
  const { transport } = useServed();
  const queries = useQueryClient();
  return async () => {
    const codes = entries.map(({ row }) => row.code);
    const asked = view.date === null ? chunksWith(chunks, codes) : [];
    const answers = await Promise.all(
      asked.map((index) =>
        queries
          .ensureQueryData(ratesSeriesQuery(transport, view, chunks[index] ?? []))
          .catch(() => undefined),
      ),
    );
    const series = view.date === null ? seriesByCode(answers) : known;
    const rows = entries.map(({ row }) => {
      const { rate, received } = entryOf(row, series.get(row.code), receivedAtMs ?? 0);
      return { row: { ...row, rate }, series: received?.series ?? null };
    });
    return { rows, lacking: codes.filter((code) => !series.has(code)).length };
  };
}

/** As text and as a table, whichever the place where it is pasted takes; the promise keeps the press that asked for it. */
async function copyBoth(both: Promise<{ readonly text: string; readonly html: string }>): Promise<void> {
  const as = (type: string, pick: (one: Awaited<typeof both>) => string) =>
    both.then((one) => new Blob([pick(one)], { type }));
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': as('text/plain', ({ text }) => text),
      'text/html': as('text/html', ({ html }) => html),
    }),
  ]);
}
