import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './run-script.ts';

/**
 * Which folder of lib/domain may import which other one, as docs/development.md has it. A folder names only folders above
 * itself, so there is no circle; the files at the top of lib/domain serve all of them and import none.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  currencies: ['domain'],
  calendars: ['domain'],
  rates: ['domain', 'currencies', 'calendars'],
  bank: ['domain', 'rates'],
  series: ['domain', 'currencies', 'calendars', 'rates'],
  health: ['domain', 'currencies', 'calendars', 'rates'],
  validation: ['domain', 'currencies', 'calendars', 'rates', 'series', 'health'],
};

it('lets each folder of lib/domain import only the ones above it', () => {
  const imported: Record<string, string[]> = {};
  for (const path of globSync('lib/domain/**/*.ts', { cwd: PROJECT_ROOT })) {
    if (path.endsWith('.test.ts')) continue;
    const folder = basename(dirname(path));
    imported[folder] ??= [];
    const specifiers = readFileSync(`${PROJECT_ROOT}${path}`, 'utf8').matchAll(/'#lib\/(domain\/[^']+)'/g);
    for (const [, target = ''] of specifiers) imported[folder].push(basename(dirname(target)));
  }
  expect(Object.keys(imported).toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
  for (const [folder, targets] of Object.entries(imported)) {
    expect(
      targets.filter((target) => !MAY_IMPORT[folder]?.includes(target)),
      folder,
    ).toEqual([]);
  }
});
