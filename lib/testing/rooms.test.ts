import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Finding, lintPlanted, type PlantedFile } from './planted-lint.ts';
import { PROJECT_ROOT } from './run-script.ts';

/** Which room a file of each room may import: the table of docs/development.md, "The dependency rule". Every room may import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'lib/domain': [],
  'lib/contract': ['lib/domain'],
  'lib/platform': [],
  'lib/format': ['lib/domain', 'lib/contract'],
  'lib/sources': ['lib/domain', 'lib/platform'],
  'lib/store': ['lib/domain', 'lib/platform'],
  'lib/account': ['lib/domain', 'lib/contract', 'lib/store', 'lib/platform'],
  'lib/ingest': ['lib/domain', 'lib/sources', 'lib/store', 'lib/platform'],
  'lib/api': ['lib/domain', 'lib/contract', 'lib/store', 'lib/account', 'lib/platform'],
  'lib/status': ['lib/domain', 'lib/contract', 'lib/store', 'lib/api', 'lib/platform'],
  'lib/client': ['lib/contract', 'lib/domain'],
  components: ['lib/client', 'lib/contract', 'lib/format', 'lib/domain'],
  'app/(site)': ['components', 'lib/client', 'lib/contract', 'lib/format', 'lib/page-service', 'lib/service'],
  'app/v1': ['lib/api', 'lib/service'],
  'app/account': [
    'components',
    'lib/account',
    'lib/client',
    'lib/contract',
    'lib/format',
    'lib/page-service',
    'lib/service',
  ],
};

const ROOMS = Object.keys(MAY_IMPORT);

/** Everything that has a # path. */
const TARGETS = [
  ...ROOMS.filter((room) => !room.startsWith('app/')),
  'lib/page-service',
  'lib/service',
  'lib/testing',
  'lib/server',
  'lib/cli',
  'lib/setup',
];

/** Rooms that run in browsers too, or are pure. */
const WITHOUT_NODE = ['lib/domain', 'lib/contract', 'lib/format', 'lib/client', 'components'];

const RESTRICTED_IMPORT = 'eslint(no-restricted-imports)';
const UPWARDS =
  /^No path goes up: write \.\/file\.ts inside a folder and #lib\/room\/file from anywhere else/;
const TESTS_ALONE = /^lib\/testing is for tests, benchmarks and the demo alone/;
const WHERE_IT_STANDS = '(docs/development.md, "The dependency rule").';

describe('the rooms', () => {
  it('are all in the dependency rule', () => {
    const named = [...TARGETS, ...ROOMS].map((room) => room.split('/'));
    const folders = (inside: string) => {
      const code = globSync(`${inside}/*/**/*.{ts,tsx,mjs}`, {
        cwd: PROJECT_ROOT,
        exclude: (name) => name.endsWith('node_modules'),
      });
      return [...new Set(code.map((path) => path.split(sep)[1] ?? ''))];
    };
    const namedIn = (inside: string) => named.filter(([first]) => first === inside).map(([, room]) => room);
    for (const inside of ['lib', 'app']) {
      expect(folders(inside).filter((room) => !namedIn(inside).includes(room))).toEqual([]);
    }
  });

  it('are described in docs/development.md as they are enforced', () => {
    const rows = readFileSync(`${PROJECT_ROOT}docs/development.md`, 'utf8').matchAll(
      /^\| `(\S+)` \| (.+) \|$/gm,
    );
    const described = [...rows].map(([, room = '', cell = '']) => [room, namesIn(cell)] as const);
    const inTable = Object.fromEntries(described.filter(([room]) => ROOMS.includes(room)));
    const enforced = Object.entries(MAY_IMPORT).map(([room, allowed]) => [room, allowed.toSorted()] as const);
    expect(inTable).toEqual(Object.fromEntries(enforced));
  });
});

describe('a room', () => {
  // One run of the lint for all rooms: what is said of a file does not depend on the others.
  let findings: readonly Finding[] = [];
  beforeAll(async () => {
    findings = await lintPlanted([
      ...ROOMS.flatMap((room) => [
        ...importsOf(room),
        importing(room, '#lib/cli/planted'),
        ...detoursOf(room),
      ]),
      ...WITHOUT_NODE.map((room) => importing(room, 'node:fs')),
    ]);
  });

  it.each(ROOMS)(
    '%s and its folders may import what the rule allows and are refused everything else, by name',
    (room) => {
      const files = importsOf(room);
      for (const { path, target } of files) {
        const isAllowed = target === room || MAY_IMPORT[room]?.includes(target) === true;
        const found = of(findings, path);
        if (isAllowed) expect(found, `${path} imports ${target}`).toEqual([]);
        else expect(found, `${path} imports ${target}`).toEqual([refusalOf(room)]);
      }
    },
  );

  it.each(ROOMS)('%s is told by its sentence what it may import and where the rule stands', (room) => {
    const file = importing(room, '#lib/cli/planted');
    const [finding] = of(findings, file.path);
    for (const allowed of MAY_IMPORT[room] ?? []) expect(finding?.help).toContain(allowed);
    expect(finding?.help.endsWith(WHERE_IT_STANDS)).toBe(true);
  });

  it.each(ROOMS)(
    '%s and its folders cannot go around the rule by a relative path, a type, a re-export or import()',
    (room) => {
      for (const { path, text } of detoursOf(room)) {
        const [found, ...more] = of(findings, path);
        const seen = { path, text, rule: found?.rule, more };
        expect(seen).toEqual({ path, text, rule: RESTRICTED_IMPORT, more: [] });
        expect(found?.help).toMatch(text.includes('#lib') ? sentenceOf(room) : UPWARDS);
      }
    },
  );

  it.each(WITHOUT_NODE)('%s has no module of node, as browsers have none', (room) => {
    const file = importing(room, 'node:fs');
    expect(of(findings, file.path)).toEqual([refusalOf(room)]);
  });
});

/** A file of every kind that may use what is made for tests. */
const TESTING_IS_FOR = [
  'lib/domain/planted.test.ts',
  'components/converter/planted.test.tsx',
  'lib/testing/planted.ts',
  'lib/testing/planted.type-test.ts',
  'lib/store/planted.bench.ts',
  'bench/planted.ts',
  'e2e/planted.ts',
  'lib/cli/demo.ts',
  'lib/cli/demo/planted.ts',
];

describe('lib/testing', () => {
  it.each(TESTING_IS_FOR)('may be imported by %s', async (path) => {
    const text = `export { planted } from '#lib/testing/planted-target';`;
    expect(of(await lintPlanted([{ path, text }]), path)).toEqual([]);
  });

  it.each([
    'server.ts',
    'lib/service.ts',
    'lib/server/importer.ts',
    'lib/cli/importer.ts',
    'lib/setup/importer.ts',
    'next.config.mjs',
  ])('may not be imported by %s, which may import anything else', async (path) => {
    const text = ['domain', 'api', 'sources', 'store', 'server', 'cli', 'setup']
      .map((room) => `export * from '#lib/${room}/planted';`)
      .join('\n');
    const forbidden = `${text}\nexport { planted } from '#lib/testing/planted';`;
    expect(of(await lintPlanted([{ path, text }]), path)).toEqual([]);
    expect(of(await lintPlanted([{ path, text: forbidden }]), path)).toEqual([
      { rule: RESTRICTED_IMPORT, help: expect.stringMatching(TESTS_ALONE) },
    ]);
  });

  it.each(['lib/domain/planted.test.ts', 'lib/testing/planted.ts', 'server.ts', 'lib/service.ts'])(
    'and all other files go upwards from no place: %s',
    async (path) => {
      const findings = await lintPlanted([{ path, text: `export { planted } from '../planted.ts';` }]);
      expect(of(findings, path)).toEqual([{ rule: RESTRICTED_IMPORT, help: expect.stringMatching(UPWARDS) }]);
    },
  );
});

describe('the lint refuses everywhere', () => {
  it.each([
    ['a default export', 'import(no-default-export)', 'export default 1;'],
    ['any', 'typescript(no-explicit-any)', 'export const planted: any = 1;'],
    [
      'a non-null assertion',
      'typescript(no-non-null-assertion)',
      'export const planted = (text: string | null) => text!.length;',
    ],
    ['console', 'eslint(no-console)', `console.log('planted');`],
    [
      'a private part of a library',
      'eslint(no-underscore-dangle)',
      'export const planted = (rows: Readonly<Record<string, () => void>>) => rows._didMount();',
    ],
    ['a native class made larger', 'eslint(no-extend-native)', 'Array.prototype.planted = () => 1;'],
  ])('%s', async (_name, rule, text) => {
    const path = 'lib/format/planted.ts';
    expect(of(await lintPlanted([{ path, text }]), path).map((found) => found.rule)).toEqual([rule]);
  });

  it.each([
    ['inside a room', 'lib/domain/first.ts', './second.ts', 'lib/domain/second.ts', './first.ts'],
    ['across rooms', 'lib/api/first.ts', '#lib/store/second', 'lib/store/second.ts', '#lib/api/first'],
  ])('a circle of imports %s', async (_name, firstPath, toSecond, secondPath, toFirst) => {
    const findings = await lintPlanted([
      { path: firstPath, text: `import { second } from '${toSecond}';\nexport const first = () => second;` },
      { path: secondPath, text: `import { first } from '${toFirst}';\nexport const second = () => first;` },
    ]);
    expect(findings.map(({ rule }) => rule)).toContain('import(no-cycle)');
  });
});

describe('the lint refuses by room', () => {
  it.each(['components/converter/planted.tsx', 'app/(site)/planted.tsx', 'app/planted.tsx'])(
    'fetch in %s, which asks through lib/client',
    async (path) => {
      const calls = ['fetch', 'window.fetch', 'globalThis.fetch'];
      const text = calls.map((call, index) => `export const planted${index} = () => ${call}('/v1/rates');`);
      const found = await lintPlanted([{ path, text: text.join('\n') }]);
      expect(found).toHaveLength(calls.length);
      for (const { message, help } of found)
        expect(message + help).toMatch(/Ask the service through lib\/client/);
    },
  );

  it.each(['components/converter/planted.tsx', 'app/(site)/planted.tsx', 'lib/client/planted.ts'])(
    'prototypes in %s, which leaves the browser as it is',
    async (path) => {
      const text = `export const planted = () => History.prototype.pushState.call(history, null, '', '/');`;
      const [found] = await lintPlanted([{ path, text }]);
      expect(`${found?.message} ${found?.help}`).toMatch(/Use what the browser and its frameworks document/);
    },
  );

  it.each(['fetch(1)', 'process.env', 'window.name', 'document.title', 'Date.now()', 'Math.random()'])(
    '%s in lib/domain, which is pure',
    async (expression) => {
      const path = 'lib/domain/planted.ts';
      const found = of(
        await lintPlanted([{ path, text: `export const planted = () => ${expression};` }]),
        path,
      );
      expect(found.map(({ rule }) => rule)).toEqual([
        expect.stringMatching(/^eslint\(no-restricted-(globals|properties)\)$/),
      ]);
    },
  );
});

/** Names that React, Next and TanStack keep for themselves; any release may change what they mean. */
const PRIVATE_NAMES =
  /__react\w*\$|_valueTracker|_(didMount|willUpdate)\b|__next_f|__NEXT|__NA\b|_INTERNALS_|server-reference-manifest|client-reference-manifest|build-manifest/;

it('no code names a private part of React, Next or TanStack', () => {
  const paths = globSync('{app,bench,components,e2e,lib,public}/**/*.{ts,tsx,mjs,js,css}', {
    cwd: PROJECT_ROOT,
    exclude: (name) => name.endsWith('node_modules'),
  });
  expect(paths.length).toBeGreaterThan(1000);
  const naming = paths.filter((path) => PRIVATE_NAMES.test(readFileSync(join(PROJECT_ROOT, path), 'utf8')));
  expect(naming).toEqual([join('lib', 'testing', 'rooms.test.ts')]);
});

/** A room, every folder in it, and one that is not there yet: the rule holds in each. */
function placesIn(room: string): readonly string[] {
  const entries = readdirSync(`${PROJECT_ROOT}${room}`, { withFileTypes: true, recursive: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  const paths = folders.map(({ parentPath, name }) => relative(PROJECT_ROOT, join(parentPath, name)));
  return [room, ...paths, `${room}/not-there/deeper`];
}

/** A file for each target in every place of a room. */
function importsOf(room: string) {
  return placesIn(room).flatMap((place) =>
    TARGETS.flatMap((target) => hashPathsOf(target).map((path) => ({ ...importing(place, path), target }))),
  );
}

/** Ways around the rule from every place of a room. */
function detoursOf(room: string): readonly PlantedFile[] {
  const upFrom = (place: string) => '../'.repeat(place.split('/').length);
  const detoursFrom = (place: string) => [
    `export { planted } from '${upFrom(place)}lib/cli/planted.ts';`,
    `export { planted } from '../planted.ts';`,
    `export { planted } from './../planted.ts';`,
    `export { planted } from './inside/../../planted.ts';`,
    `import type { Planted } from '#lib/cli/planted';\nexport type Again = Planted;`,
    `export * from '#lib/cli/planted';`,
    `export const planted = import('#lib/cli/planted');`,
  ];
  return placesIn(room).flatMap((place) =>
    detoursFrom(place).map((text, index) => ({ path: `${place}/detour-${index}.ts`, text })),
  );
}

function importing(place: string, specifier: string): PlantedFile {
  const path = `${place}/imports-${specifier.replaceAll(/[^a-z]+/g, '-')}.ts`;
  return { path, text: `export { planted } from '${specifier}';` };
}

/** docs/development.md leaves `lib/` out where it lists what a room may import. */
function namesIn(cell: string): readonly string[] {
  const short: readonly string[] = cell.match(/[a-z-]+/g) ?? [];
  return TARGETS.filter((target) => short.includes(target.replace(/^lib\//, ''))).toSorted();
}

function hashPathsOf(target: string): readonly string[] {
  const inside = `#${target}/planted`;
  return target === 'lib/service' || target === 'lib/page-service' ? [`#${target}`, inside] : [inside];
}

function sentenceOf(room: string): RegExp {
  return new RegExp(`^${room.replaceAll(/[()]/g, '\\$&')} may import `);
}

function refusalOf(room: string) {
  return { rule: RESTRICTED_IMPORT, help: expect.stringMatching(sentenceOf(room)) };
}

function of(findings: readonly Finding[], path: string) {
  return findings.filter((finding) => finding.path === path).map(({ rule, help }) => ({ rule, help }));
}
