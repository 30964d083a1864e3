import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
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

/** Makes the sheet; a program of its own, because LibreOffice is led by its Python. */
const SHEET = fileURLToPath(new URL('linked_sheet.py', import.meta.url));

/** One sheet of LibreOffice without a window links to three feed links and refreshes them: its cells must be those of the API's answers. */
await runCommand(
  defineCommand('test:long', 'Opens a sheet with three feed links in LibreOffice and compares the cells.')
    .option('--office <program>', 'LibreOffice', 'soffice')
    .option('--python <program>', 'a Python that has the module uno of LibreOffice', '/usr/bin/python3')
    .action(async ({ office, python }: { readonly office: string; readonly python: string }) => {
      const server = await startFolder({ SOURCES: 'ecb,fixed' });
      const out = mkdtempSync(join(tmpdir(), 'crossrate-spreadsheet-'));
      try {
        const addresses: string[] = [];
        for (const question of QUESTIONS) {
          addresses.push(server.origin + (await makeLink(server.folder.variables, question)));
        }
        const made = await promisify(execFile)(python, [SHEET, office, join(out, 'profile'), ...addresses]);
        const [, ...tables] = made.stdout.split(/^link\r?\n/m).map(cellsOf);
        for (const [place, question] of QUESTIONS.entries()) {
          const headers = { 'X-API-Key': server.folder.key };
          const answer = cellsOf(await (await fetch(server.origin + question, { headers })).text());
          const cells = tables[place] ?? [];
          if (cells.length < 2 || JSON.stringify(cells) !== JSON.stringify(answer))
            throw new RefusedCommand(`${question}: the cells are not those of the answer.`);
          process.stdout.write(`${question}: ${cells.length} rows of the sheet are the answer's\n`);
        }
      } finally {
        rmSync(out, { recursive: true, force: true });
        await server.stop();
      }
    }),
);

/** The cells of CSV, numbers as such: a sheet keeps no text of them. */
function cellsOf(text: string): readonly (readonly (string | number)[])[] {
  const rows: readonly (readonly string[])[] = parse(text);
  return rows.map((row) =>
    row.map((cell) => (/^-?\d+(\.\d+)?(e[-+]\d+)?$/.test(cell) ? Number(cell) : cell)),
  );
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
