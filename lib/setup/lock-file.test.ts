import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT_ROOT } from '#lib/testing/run-script';

const LOCK = readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8');

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), optional: z.boolean().optional() }),
  ),
});

/** Programs for one kind of machine each. npm writes down their checksums only where it can read all of them. */
const PLATFORM_PACKAGE =
  /^node_modules\/(@next\/swc|@tailwindcss\/oxide|@oxfmt\/binding|@oxlint\/binding)-(android|darwin|freebsd|linux|openharmony|wasm32|win32)-[a-z0-9-]+$/;

/** What the service is commonly installed on. */
const COMMON_PLATFORM = /-linux-(x64|arm64)-gnu$/;

describe('package-lock.json', () => {
  it('has the checksum of every package, but for optional programs for other machines than the common ones', () => {
    const { packages } = lockSchema.parse(JSON.parse(LOCK));
    const unchecked = Object.entries(packages).filter(
      ([path, { integrity }]) => path !== '' && integrity === undefined,
    );
    for (const [path, { optional }] of unchecked) {
      expect(path).toMatch(PLATFORM_PACKAGE);
      expect(path).not.toMatch(COMMON_PLATFORM);
      expect([path, optional]).toEqual([path, true]);
    }
  });

  it('names no registry', () => {
    expect(LOCK).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });
});
