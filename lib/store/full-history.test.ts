import { inflateRawSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDocument } from '#lib/ingest/history/load-document';
import { listSources } from '#lib/sources/registry';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { someOf } from '#lib/testing/long-count';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openSqliteStore } from './open-store.ts';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';

/** Cells of the recorded file that are neither empty nor N/A. */
const FIGURES = 217_555;

const NOW = new Date('2026-04-14T08:00:00Z');

const recorded = readRecordedBodies('ecb');
const reason = recordedBodiesMissing('ecb');

const ENGINES: readonly (readonly [string, () => Promise<Store>])[] = [
  ['SQLite', () => openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT })],
  ['PostgreSQL', async () => openPostgresStore(await freshDatabase())],
];

describe.each(someOf(ENGINES, 1))("the European Central Bank's whole history on %s", (_engine, open) => {
  it(`is ${FIGURES} figures, none refused, which come back digit for digit as the file states them, and 0 the second time`, async ({
    skip,
  }) => {
    skip(recorded === null, reason);
    const store = await openStore(open);
    const first = await importHistory(store);
    expect(first).toMatchObject({ imported: FIGURES, revised: 0, accepted: FIGURES, rejected: [] });
    const stored = await storedFigures(store);
    const published = publishedFigures(historyZip());
    const differing = [...published].filter(([key, figure]) => stored.get(key) !== figure);
    expect(differing).toEqual([]);
    expect(stored.size).toBe(FIGURES);
    expect(published.size).toBe(FIGURES);
    const again = await importHistory(store);
    expect(again).toMatchObject({ imported: 0, revised: 0, accepted: FIGURES, rejected: [] });
  });
});

async function openStore(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  onTestFinished(() => store.close());
  return store;
}

async function importHistory(store: Store) {
  const source = ecb();
  const document = { url: 'file:eurofxref-hist.zip', body: historyZip(), fetchedAt: NOW };
  const loaded = await loadDocument(
    { source, listed: listSources('kraken'), store, now: NOW, origin: 'import' },
    document,
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  return loaded.value;
}

function historyZip(): Uint8Array {
  const file = recorded?.find(({ name }) => name === 'eurofxref-hist.zip');
  if (!file) throw new Error('eurofxref-hist.zip is missing among the recorded bodies.');
  return file.body;
}

/** Every stored figure as text by `2026-04-13 EUR/USD`. */
async function storedFigures(store: Store): Promise<ReadonlyMap<string, string>> {
  const figures = new Map<string, string>();
  const { pairs } = await store.readNewestPublications('ecb', 1);
  for (const pair of pairs) {
    const [base = '', quote = ''] = pair.split('/');
    const span = { source: 'ecb', base, quote, fromMs: 0, toMs: NOW.getTime(), limit: FIGURES };
    const { instantsMs, rates } = await store.readSeries(span);
    for (const [index, ts] of instantsMs.entries()) {
      figures.set(`${new Date(ts).toISOString().slice(0, 10)} ${pair}`, String(rates[index]));
    }
  }
  return figures;
}

/** The file read without the product's parser, zeros at the end of a figure left out: by `2026-04-13 EUR/USD`. */
function publishedFigures(zip: Uint8Array): ReadonlyMap<string, string> {
  const [header = '', ...lines] = inflateOnlyMember(Buffer.from(zip)).trim().split('\n');
  const codes = header.split(',');
  const figures = new Map<string, string>();
  for (const line of lines) {
    const cells = line.split(',');
    for (const [column, cell] of cells.entries()) {
      if (column === 0 || cell === 'N/A' || cell === '') continue;
      const figure = cell.includes('.') ? cell.replace(/\.?0+$/, '') : cell;
      figures.set(`${cells[0]} EUR/${codes[column]}`, figure);
    }
  }
  return figures;
}

/** The text of a ZIP archive's only member, found by the archive's directory (APPNOTE 4.3.12 and 4.3.7). */
function inflateOnlyMember(zip: Buffer): string {
  const directory = zip.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  const packedBytes = zip.readUInt32LE(directory + 20);
  const local = zip.readUInt32LE(directory + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  return inflateRawSync(zip.subarray(start, start + packedBytes)).toString('utf8');
}
