import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';

/** Resident memory of the whole process, in MB (10^6 bytes). */
const MEMORY_MAX_MB = 250;

/** The least of so many counts: on a busy machine garbage is collected later, which only ever adds. */
const TRIES = 8;

/** Beside the project, as the recorded bodies that other tests read. */
const FEEDS = `${PROJECT_ROOT}../shared/feeds`;

describe("loading the European Central Bank's history and then the Federal Reserve's in one process", () => {
  it(`takes at most ${MEMORY_MAX_MB} MB at any moment`, { timeout: TRIES * 60_000 }, async ({ skip }) => {
    skip(readRecordedBodies('fed') === null, recordedBodiesMissing('fed'));
    const files = [`ecb=${FEEDS}/ecb/eurofxref-hist.zip`, `fed=${FEEDS}/fed/fred-INTLFXD_csv_2-2014-08.zip`];
    let leastMb = Infinity;
    for (let left = TRIES; left > 0 && leastMb > MEMORY_MAX_MB; left -= 1) {
      const { code, stdout, stderr } = await runScript(
        ['lib/testing/worlds/load-memory-process.ts', ...files],
        {},
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { imported, peakMb } = loadedOf(stdout);
      expect(imported).toBe(217_555 + 204_356);
      leastMb = Math.min(leastMb, peakMb);
    }
    expect(leastMb).toBeLessThanOrEqual(MEMORY_MAX_MB);
  });
});

/** The script prints exactly one result. */
function loadedOf(stdout: string): { readonly imported: number; readonly peakMb: number } {
  return JSON.parse(stdout) as { readonly imported: number; readonly peakMb: number };
}
