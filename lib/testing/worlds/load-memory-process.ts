import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { openProjectStore } from '#lib/cli/open-project-store';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';

/** A moment after the histories' last day. */
const NOW = new Date('2026-04-14T08:00:00Z');

const sources = createSources({ upstream: () => undefined, exchange: 'kraken' });
const { store } = await openProjectStore('here');
let imported = 0;
for (const argument of process.argv.slice(2)) {
  const [id = '', path = ''] = argument.split('=');
  const source = sources.find((candidate) => candidate.id === id);
  if (!source) throw new Error(`No source is named ${id}`);
  const document = { url: `file:${id}`, body: await readFile(path), fetchedAt: NOW };
  const loaded = await loadDocument(
    { source, listed: listSources('kraken'), store, now: NOW, origin: 'import' },
    document,
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  imported += loaded.value.imported;
}
await store.close();
const peakMb = (process.resourceUsage().maxRSS * 1024) / 1e6;
process.stdout.write(JSON.stringify({ peakMb, imported }));
