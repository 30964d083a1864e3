import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';

// @ts-expect-error plain JavaScript without declarations: it runs before anything is installed
import { processEnvironment, SERVER_FLAGS } from '#lib/setup/processes/process-environment.mjs';

const FLAGS: readonly string[] = SERVER_FLAGS;
const ALLOCATOR = Object.entries<string>(processEnvironment()).filter(([name]) => name.startsWith('MALLOC_'));

describe.each(['Dockerfile', 'lib/setup/deploy/systemd/crossrate.service'])('%s', (file) => {
  const text = read(file);

  it('starts the service with the flags and the allocator of npm start', () => {
    const command = /^(?:CMD|ExecStart=).*$/m.exec(text.replace(/^HEALTHCHECK.*$/m, ''))?.[0] ?? '';
    for (const flag of [...FLAGS, 'server.ts']) expect(command).toContain(flag);
    for (const [name, value] of ALLOCATOR) expect(text).toContain(`${name}=${value}`);
  });
});

it('every file that the Dockerfile, the compose files and the units name is in the project', () => {
  const files = [
    'Dockerfile',
    'compose.yaml',
    'compose.fleet.yaml',
    ...globSync('lib/setup/deploy/systemd/*', { cwd: PROJECT_ROOT }),
  ];
  const named = files.flatMap((file) => read(file).match(/\b(?:lib|docs)\/[\w./-]+\.\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !existsSync(join(PROJECT_ROOT, name)))).toEqual([]);
});

it('every container may write to nothing but what is mounted, and gains no rights', () => {
  for (const file of ['compose.yaml', 'compose.fleet.yaml']) {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
      expect(read(file)).toContain(line);
  }
});

function read(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8');
}
