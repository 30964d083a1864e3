import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readNewestPublications } from '#lib/store/rates/publications';
import { readDatabase } from '#lib/testing/databases/read-database';
import { someOf } from '#lib/testing/long-count';
import { runScript, type ScriptVariables } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const SOUND = 'Date,USD,JPY,\n2026-04-13,1.1684,186.75,\n2026-04-10,1.1711,186.43,\n';
const SOUND_ZIP = zipSync({ 'eurofxref-hist.csv': new TextEncoder().encode(SOUND) });

/** Where the service believes to be the day after the newest figures. */
const CLOCK = '2026-04-14T08:00:00Z';

describe('npm run import', () => {
  it.each([
    ['a csv', 'eurofxref-hist.csv', SOUND],
    ['a zip', 'eurofxref-hist.zip', SOUND_ZIP],
    ['a packed csv', 'eurofxref-hist.csv.gz', gzipSync(SOUND)],
  ])('counts the figures of %s, and 0 the second time', async (_name, fileName, body) => {
    const folder = throwAwayFolder();
    const file = write(folder, fileName, body);
    const printed = (count: number) => `imported ${count} observations, 0 revised, 0 rejected\n`;
    expect(await importFile(folder, file)).toMatchObject({ code: 0, stdout: printed(4), stderr: '' });
    expect(await importFile(folder, file)).toMatchObject({ code: 0, stdout: printed(0), stderr: '' });
  });

  it('counts what the publisher corrected, back and forth under one clock', async () => {
    const folder = throwAwayFolder();
    const first = write(folder, 'first.csv', SOUND);
    const second = write(folder, 'second.csv', SOUND.replace('1.1684', '1.1694'));
    await importFile(folder, first);
    for (const file of [second, first, second]) {
      const stdout = 'imported 0 observations, 1 revised, 0 rejected\n';
      expect(await importFile(folder, file)).toMatchObject({ code: 0, stdout, stderr: '' });
    }
  });

  it('finds a relative path from the folder in which npm was called', async () => {
    const folder = throwAwayFolder();
    write(folder, 'mine.csv', SOUND);
    const imported = await importFile(folder, 'mine.csv', { INIT_CWD: folder });
    expect(imported).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('npm run import of a file with bad figures', () => {
  it.each(
    someOf<readonly [string, readonly string[], string]>(
      [
        ['a negative rate', ['2026-04-13,1.1684,-186.75,'], 'not_positive: 2026-04-13 EUR/JPY "-186.75"'],
        [
          'a day more than two days ahead of CLOCK',
          ['2026-04-17,,186.75,', '2026-04-13,1.1684,,'],
          'future_date: 2026-04-17 EUR/JPY "186.75"',
        ],
        [
          'a day that has yet to come',
          ['2026-04-14,,186.75,', '2026-04-13,1.1684,,'],
          'not_due: 2026-04-14 EUR/JPY "186.75"',
        ],
        [
          'a Saturday',
          ['2026-04-13,1.1684,,', '2026-04-11,,186.75,'],
          'no_publication: 2026-04-11 EUR/JPY "186.75"',
        ],
        [
          'an Easter Monday',
          ['2026-04-13,1.1684,,', '2026-04-06,,186.75,'],
          'no_publication: 2026-04-06 EUR/JPY "186.75"',
        ],
        [
          'a well-known code that stands for another',
          ['2026-04-13,1.1684,,75.2'],
          'unknown_currency: 2026-04-13 EUR/GBX "75.2". Use GBP: 1 GBX is 1 GBP divided by 100.',
        ],
        [
          'a day that does not exist',
          ['2026-02-30,,186.75,', '2026-04-13,1.1684,,'],
          'impossible_date: 2026-02-30 EUR/JPY "186.75"',
        ],
      ],
      2,
    ),
  )('keeps the good ones beside %s, and says why it was rejected', async (_name, lines, reason) => {
    const folder = throwAwayFolder();
    const file = write(
      folder,
      'mixed.csv',
      `Date,USD,JPY,${reason.includes('GBX') ? 'GBX' : ''}\n${lines.join('\n')}\n`,
    );
    expect(await importFile(folder, file)).toMatchObject({
      code: 0,
      stdout: `imported 1 observations, 0 revised, 1 rejected\nrejected 1 as ${reason}\n`,
      stderr: '',
    });
  });
});

describe('npm run import of bad figures', () => {
  it('ends with exit code 1 while its newest figure waits for a decision', async () => {
    const folder = throwAwayFolder();
    await importFile(folder, write(folder, 'first.csv', 'Date,USD,JPY,\n2026-04-10,1.1684,186.75,\n'));
    const file = write(folder, 'second.csv', 'Date,USD,JPY,\n2026-04-13,11.684,186.75,\n');
    expect(await importFile(folder, file)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(
        'held 1 until you decide (npm run quarantine -- list): 2026-04-13 EUR/USD',
      ),
      stderr: '',
    });
  });

  it('shows three examples of a rule that many figures break', async () => {
    const folder = throwAwayFolder();
    const rows = ['13', '10', '09', '08', '07'].map((day) => `2026-04-${day},1.1,-${day},`);
    const file = write(folder, 'mixed.csv', `Date,USD,JPY,\n${rows.join('\n')}\n`);
    const { stdout } = await importFile(folder, file);
    const shown = ['13', '10', '09'].map((day) => `2026-04-${day} EUR/JPY "-${day}"`).join('; ');
    expect(stdout).toBe(
      `imported 5 observations, 0 revised, 5 rejected\nrejected 5 as not_positive: ${shown}, and 2 more\n`,
    );
  });
});

const EXPECTED_CSV =
  'expected the header "Date,USD,JPY,..." of eurofxref.csv or eurofxref-hist.csv, or SDMX csvdata with TIME_PERIOD and OBS_VALUE';

describe('npm run import refuses the whole file', () => {
  it.each(
    someOf<readonly [string, string | Uint8Array, string | RegExp]>(
      [
        ['empty', '', /^The document is empty; expected .*\.$/],
        ['an HTML page', '<!DOCTYPE html><html></html>', /^The document is an HTML page; expected .*\.$/],
        ['of another table', 'a,b,c\n1,2,3\n', `The text begins with "a,b,c"; ${EXPECTED_CSV}.`],
        [
          'cut between figures',
          'Date,USD,JPY,\n2026-04-13,1.1684,186.75,\n2026-04-10,1.17',
          `The CSV's row 2 ("2026-04-10") has 2 cells where the header has 4: the file is cut short, or its figures have decimal commas; expected one cell per column and decimal points.`,
        ],
        [
          'written with semicolons and decimal commas',
          'Date;USD;JPY;\n2026-04-13;1,1684;186,75;\n',
          `The CSV is separated by semicolons; ${EXPECTED_CSV}.`,
        ],
        [
          'written with commas for both columns and decimals',
          'Date,USD,JPY,\n2026-04-13,1,1684,186,75,\n',
          `The CSV's row 1 ("2026-04-13") has 6 cells where the header has 4: the file is cut short, or its figures have decimal commas; expected one cell per column and decimal points.`,
        ],
        [
          'a zip that was cut',
          SOUND_ZIP.subarray(0, 90),
          /^The ZIP archive is cut short or damaged \(.*\)\.$/,
        ],
        [
          'a zip of something else',
          zipSync({ 'readme.txt': new TextEncoder().encode('Hello') }),
          'The ZIP archive contains readme.txt; expected eurofxref-hist.csv or eurofxref.csv.',
        ],
      ],
      2,
    ),
  )('when it is %s: one sentence, exit code 1, nothing stored', async (_name, body, sentence) => {
    const folder = throwAwayFolder();
    const refused = await importFile(folder, write(folder, 'given', body));
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    const [line = '', ...more] = refused.stderr.split('\n');
    expect(more).toEqual(['']);
    expect(line.slice(0, 24)).toBe('given was not imported. ');
    expect(line.slice(24)).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
    expect(await storedPublications(folder)).toEqual([]);
  });

  it('and leaves what was stored before as it was', async () => {
    const folder = throwAwayFolder();
    await importFile(folder, write(folder, 'first.csv', SOUND));
    const before = await storedPublications(folder);
    const cut = SOUND.replaceAll('1.1', '1.9').slice(0, -5);
    expect(await importFile(folder, write(folder, 'second.csv', cut))).toMatchObject({ code: 1 });
    expect(await storedPublications(folder)).toEqual(before);
    expect(before).toHaveLength(2);
  });
});

describe('npm run import says in one sentence', () => {
  it.each(
    someOf<readonly [string, readonly string[], number, string]>(
      [
        [
          'that a file is missing',
          ['--source', 'ecb', '--file', '/missing.csv'],
          1,
          'The file /missing.csv cannot be read (ENOENT).',
        ],
        [
          'that a folder is no file',
          ['--source', 'ecb', '--file', '/'],
          1,
          'The file / cannot be read (EISDIR).',
        ],
        [
          'which sources there are',
          ['--source', 'ECB', '--file', '/x'],
          2,
          '--source must be one of ecb, boe, fed, boj, crypto-exchange, web-finance, charting-platform, web-search; got "ECB".',
        ],
        ['that a source must be named', ['--file', '/x'], 2, "required option '--source <id>' not specified"],
        [
          'that a file must be named',
          ['--source', 'ecb'],
          2,
          "required option '--file <path>' not specified",
        ],
        [
          'that an option is unknown',
          ['--source', 'ecb', '--file', '/x', '--dry-run'],
          2,
          "unknown option '--dry-run'",
        ],
      ],
      2,
    ),
  )('%s', async (_name, args, code, sentence) => {
    const refused = await runScript(['lib/cli/import.ts', ...args], { DATA_DIR: throwAwayFolder() });
    expect(refused).toMatchObject({ code, stdout: '', stderr: `${sentence}\n` });
  });
});

function write(folder: string, name: string, body: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, body);
  return path;
}

function importFile(dataDir: string, file: string, variables: ScriptVariables = {}) {
  const args = ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
  return runScript(args, { DATA_DIR: dataDir, CLOCK, ...variables });
}

async function storedPublications(dataDir: string) {
  const newest = await readDatabase(dataDir, (db) => readNewestPublications(db, 'ecb', 10));
  return newest.publications;
}
