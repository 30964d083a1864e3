import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { mintToken } from '#lib/account/secrets/one-time-token';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { FEED_LINKS } from '#lib/contract/feed-links';
import { withStore } from '#lib/testing/worlds/own-store';
import { startFolder } from '#lib/testing/worlds/running-server';
import type { ServedFolder } from '#lib/testing/worlds/served-folder';

const QUESTIONS = [
  '/v1/rates?base=USD&format=csv',
  '/v1/historical?from=USD&to=JPY&source=ecb&format=csv',
  '/v1/rates/compare?from=EUR&to=USD&format=csv',
];

/** Commas, quotes and UTF-8; written again with all digits of each cell. */
const AS_READ = '--infilter=Text - txt - csv (StarCalc):44,34,76,1';
const AS_KEPT = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false';

/** LibreOffice without a window opens three feed links: their cells must be those of the API's answers. */
await runCommand(
  defineCommand('test:long', 'Opens three feed links in LibreOffice and compares the cells.')
    .option('--office <program>', 'LibreOffice', 'soffice')
    .action(async ({ office }: { readonly office: string }) => {
      const server = await startFolder({ SOURCES: 'ecb,fixed' });
      const out = mkdtempSync(join(tmpdir(), 'crossrate-spreadsheet-'));
      try {
        for (const question of QUESTIONS) {
          const path = await makeLink(server.folder.variables, question);
          const profile = `-env:UserInstallation=file://${join(out, 'profile')}`;
          const options = ['--headless', profile, AS_READ, '--convert-to', AS_KEPT, '--outdir', out];
          await promisify(execFile)(office, [...options, server.origin + path]);
          const cells = rowsOf(readFileSync(join(out, `${basename(path)}.csv`), 'utf8'));
          const headers = { 'X-API-Key': server.folder.key };
          const answer = rowsOf(await (await fetch(server.origin + question, { headers })).text());
          if (cells.length < 2 || JSON.stringify(cells) !== JSON.stringify(answer))
            throw new RefusedCommand(`${question}: the cells are not those of the answer.`);
          process.stdout.write(`${question}: ${cells.length} rows are the answer's\n`);
        }
      } finally {
        rmSync(out, { recursive: true, force: true });
        await server.stop();
      }
    }),
);

function rowsOf(text: string): readonly (readonly string[])[] {
  return parse(text);
}

/** Makes a feed link as the keys page does; gives its path. */
async function makeLink(variables: ServedFolder['variables'], question: string): Promise<string> {
  const { text, hash } = mintToken();
  await withStore(variables, async (store) => {
    const atMs = Date.now();
    const accountId = (await store.readActiveApiKeys(atMs))[0]?.account_id ?? '';
    const link = { id: randomUUID(), accountId, question, createdAtMs: atMs };
    const nothing = { keyId: null, keyName: null, address: null, detail: null };
    const event = { accountId, atMs, kind: 'feed-link-made', ...nothing } as const;
    await store.write.addFeedLink({ link, hash, ofAccountMax: QUESTIONS.length, event });
  });
  return `${FEED_LINKS}${text}`;
}
