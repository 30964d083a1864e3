import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_ERRORS, INVALID_KEY, MISSING_KEY } from '#lib/contract/errors';
import { HEADER_NOTES } from '#lib/contract/openapi/openapi-headers';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { SOURCE_IDS } from '#lib/domain/source-id';
import { isPublishing, listSources } from '#lib/sources/registry';
import { readDocumentation, readPage } from './documentation.ts';
import { PROJECT_ROOT } from './run-script.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

/** Where variables of the operator are read. */
const ENVIRONMENT_FILES = ['lib/platform/environment.ts', 'lib/platform/access-environment.ts'];

/** Set by the demo alone. */
const INNER_VARIABLES = ['SIMULATED'];

/** Configurations of proxies, of which docs/operations.md prints the core in a block of this language. */
const PROXY_FILES = [
  ['nginx', 'lib/setup/deploy/nginx-proxy.conf'],
  ['caddyfile', 'lib/setup/deploy/Caddyfile'],
] as const;

describe('docs/interface.md', () => {
  const { text } = readPage('docs/interface.md');

  it('has every error with its status and type, in their order', () => {
    const rows = [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \| `(\w+)` \|/gm)];
    const described = rows.map(([, status, code, type]) => [code, { status: Number(status), type }]);
    expect(described).toEqual(Object.entries(API_ERRORS));
  });

  it('has the sentences of the two errors of a key', () => {
    for (const { message } of [MISSING_KEY, INVALID_KEY]) expect(text).toContain(`"${message}"`);
  });

  it('has every parameter with the endpoints that know it, and no other', () => {
    const rows = [...section(text, 'Parameters').matchAll(/^\| (`.+?) \| (`.+?) \|/gm)];
    const described = rows.flatMap(([, names = '', paths = '']) =>
      codes(paths).flatMap((path) => codes(names).map((name) => `/v1/${path} ${name}`)),
    );
    const known = OPERATIONS.flatMap(({ path, parameters }) =>
      parameters.map(({ name }) => `${path} ${name}`),
    );
    expect(described.toSorted()).toEqual(known.toSorted());
  });

  it('has every path', () => {
    expect(OPERATIONS.filter(({ path }) => !text.includes(`\`GET ${path}\``))).toEqual([]);
  });

  it('has every header', () => {
    const described = [...section(text, 'Headers').matchAll(/^\| (`.+?) \|/gm)].flatMap(([, names = '']) =>
      codes(names),
    );
    expect(described.toSorted()).toEqual(Object.keys(HEADER_NOTES).toSorted());
  });

  it('has the identifiers in their order', () => {
    expect(codes(section(text, 'Sources')).slice(0, SOURCE_IDS.length)).toEqual(SOURCE_IDS);
  });
});

describe('docs/sources.md', () => {
  const { text } = readPage('docs/sources.md');
  const rowOf = (part: string, id: string) =>
    section(text, part)
      .split('\n')
      .find((line) => line.startsWith('| `') && codes(line.split(' | ')[0] ?? '').includes(id)) ?? '';
  const publishing = listSources('kraken').filter(isPublishing);

  it.each(['Every source', 'Terms'])('tells of every source in “%s”', (part) => {
    expect(SOURCE_IDS.filter((id) => rowOf(part, id) === '')).toEqual([]);
  });

  it.each(publishing)('says how often $id is asked', ({ id, ...source }) => {
    const asked =
      source.cadence === 'tick' ? [source.polling.intervalMs] : [source.polling.dueMs, source.polling.gapMs];
    for (const ms of asked) expect(rowOf('Every source', id)).toMatch(inWords(ms));
  });

  it.each(publishing)(
    'says when a figure of $id is late, stale and no longer served',
    ({ id, ...source }) => {
      const row = rowOf('Publication times and ages', id);
      const ages =
        source.cadence === 'tick'
          ? [source.ages.lateMs, source.ages.staleMs, source.ages.hardLimitMs]
          : [source.schedule.graceMs, source.schedule.hardLimitMs];
      for (const ms of ages) expect(row).toMatch(inWords(ms));
    },
  );
});

describe('README.md', () => {
  it('has every source in its order, and whether it is on by default', () => {
    const rows = section(readPage('README.md').text, 'The sources').matchAll(
      /^\| `([a-z-]+)` \| .+ \| (on|off) \|$/gm,
    );
    const facts = listSources('kraken').map(({ id, isOnByDefault }) => [id, isOnByDefault ? 'on' : 'off']);
    expect([...rows].map(([, id, state]) => [id, state])).toEqual(facts);
  });
});

describe('docs/configuration.md', () => {
  it.each([
    ['SOURCES', 'isOnByDefault'],
    ['ANONYMOUS_SOURCES', 'isOfficial'],
  ] as const)('has the default of %s as the sources have it', (name, fact) => {
    const { text } = readPage('docs/configuration.md');
    const [, written] = new RegExp(`^\\| \`${name}\` \\| \`(.+?)\` \\|`, 'm').exec(text) ?? [];
    const named = listSources('kraken').filter((source) => source[fact]);
    expect(written).toBe(named.map(({ id }) => id).join(','));
  });

  it('has every variable that is read, and no other', () => {
    const code = ENVIRONMENT_FILES.map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8')).join('\n');
    const read = [...code.matchAll(/(?:valueOf\(|name: )'([A-Z_]+)'/g)].map(([, name = '']) => name);
    const { text } = readPage('docs/configuration.md');
    const rows = [...text.matchAll(/^\| (`[A-Z].+?) \|/gm)].flatMap(([, names = '']) => codes(names));
    const described = rows.filter((name) => !name.startsWith('UPSTREAM_'));
    const wanted = new Set(read.filter((name) => !INNER_VARIABLES.includes(name)));
    expect(described.toSorted()).toEqual([...wanted].toSorted());
  });
});

describe('docs/operations.md', () => {
  it.each(PROXY_FILES)('prints for %s only lines that %s has', (language, file) => {
    const { text } = readPage('docs/operations.md');
    const real = lines(readFileSync(join(PROJECT_ROOT, file), 'utf8'));
    const [, block = ''] = text.split(`\`\`\`${language}\n`);
    const printed = lines(block.split('```')[0] ?? '');
    expect(printed.length).toBeGreaterThan(4);
    expect(printed.filter((line) => !real.includes(line))).toEqual([]);
  });
});

describe('the documentation', () => {
  it('tells of every command there is', () => {
    const { scripts } = asManifest(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));
    const text = readDocumentation()
      .map((page) => page.text)
      .join('\n');
    const named = new Set(
      [...text.matchAll(/npm (?:run (?:--silent )?)?([a-z:-]+)/g)].map(([, name]) => name),
    );
    expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([]);
  });
});

/** What stands under a heading of the second level. */
function section(text: string, heading: string): string {
  const found = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  expect(found, heading).toBeDefined();
  return found ?? '';
}

/** What is in backticks, in order. */
function codes(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

/** Lines without their margins, comments left out. */
function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A time in each of the ways in which the tables may write it. */
function inWords(ms: number): RegExp {
  const units = [
    [DAY_MS, 'days?'],
    [HOUR_MS, 'hours?'],
    [MINUTE_MS, 'min'],
    [1000, 's'],
  ] as const;
  const ways = units.map(([unitMs, name]) => `${ms / unitMs}${ms === unitMs ? '? ?' : ' '}${name}`);
  return new RegExp(`(?<![\\d.])(?:${ways.join('|')})\\b`);
}

/** Holds because it is our own package.json. */
function asManifest(value: unknown): { readonly scripts: Readonly<Record<string, string>> } {
  return value as { scripts: Record<string, string> };
}
