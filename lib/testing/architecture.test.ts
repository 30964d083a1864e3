import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from './run-script.ts';

/** Rooms by what each imports: a path of the project as its room, `lib/service` for the files at the top of lib. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

const CODE = ['lib/**/*.{ts,tsx}', 'components/**/*.{ts,tsx}', 'app/**/*.{ts,tsx}', 'server.ts'];

const IMPORT = /'#((?:app|components|lib)\/[^']+)'/g;

/** Not part of the drawing, as it says. */
const LEFT_OUT = ['lib/setup', 'lib/testing'];

/** An arrow is an import that no longer path of imports covers. */
it('draws in docs/architecture.md what imports what', () => {
  const imports = importsOfCode();
  const direct = [...imports].map(([room, targets]) => [
    room,
    [...targets]
      .filter((target) => ![...targets].some((other) => reaches(imports, other, target)))
      .toSorted(),
  ]);
  expect(drawnArrows()).toEqual(Object.fromEntries(direct));
});

it('has one room with nothing below it for rates and one for the machine', () => {
  const imports = importsOfCode();
  const rooms = new Set([...imports.values()].flatMap((targets) => [...targets]));
  expect([...rooms].filter((room) => !imports.has(room)).toSorted()).toEqual(['lib/domain', 'lib/platform']);
});

/** The arrows of the drawing by the room where they begin. */
function drawnArrows(): Record<string, readonly string[]> {
  const page = readFileSync(`${PROJECT_ROOT}docs/architecture.md`, 'utf8');
  const drawing = /```mermaid\n(.*?)```/s.exec(page)?.[1] ?? '';
  const rooms = new Map(
    [...drawing.matchAll(/^ +(\w+)\["([\w/]+): /gm)].map(([, id = '', room = '']) => [id, room]),
  );
  const arrows = [...drawing.matchAll(/^ +(\w+)\[.*\] --> (.+)$/gm)].map(([, from = '', to = '']) => [
    rooms.get(from) ?? from,
    to
      .split(' & ')
      .map((id) => rooms.get(id) ?? id)
      .toSorted(),
  ]);
  return Object.fromEntries(arrows);
}

function importsOfCode(): Imports {
  const imports = new Map<string, Set<string>>();
  for (const path of globSync(CODE, { cwd: PROJECT_ROOT, exclude: (name) => name === 'node_modules' })) {
    const room = roomOf(path);
    if (/\.test\.tsx?$/.test(path) || LEFT_OUT.includes(room)) continue;
    for (const [, target = ''] of readFileSync(`${PROJECT_ROOT}${path}`, 'utf8').matchAll(IMPORT)) {
      const imported = roomOf(target);
      if (imported === room || LEFT_OUT.includes(imported)) continue;
      imports.set(room, (imports.get(room) ?? new Set()).add(imported));
    }
  }
  return imports;
}

function roomOf(path: string): string {
  const [first = '', second = '', third] = path.split('/');
  if (path === 'server.ts') return 'lib/server';
  if (first !== 'lib') return first;
  return third === undefined ? 'lib/service' : `lib/${second}`;
}

/** Whether a way of one or more imports leads from a room to another; there are no circles. */
function reaches(imports: Imports, from: string, to: string): boolean {
  const targets = imports.get(from) ?? new Set<string>();
  return targets.has(to) || [...targets].some((target) => reaches(imports, target, to));
}
