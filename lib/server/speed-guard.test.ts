import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runScript } from '#lib/testing/run-script';

/** What is left of the recorded ratio at least; less is no noise. */
const PART_MIN = 0.7;

describe('processor time a request, against a bare server of the same run,', () => {
  it(`is for answers out of memory within ${PART_MIN} of what is recorded`, async ({ skip, annotate }) => {
    skip(!existsSync('/proc/self/stat'), 'This system does not tell the processor time of another process.');
    const { code, stdout, stderr } = await runScript(['bench/speed-guard.ts'], {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const ratios = asRatios(JSON.parse(stdout));
    await annotate(ratios.map(({ name, cpuRatio }) => `${name} ${cpuRatio.toFixed(2)}`).join(', '));
    const lost = ratios.filter(({ cpuRatio, recorded }) => !(cpuRatio >= recorded * PART_MIN));
    expect(lost).toEqual([]);
  });
});

/** Holds because bench/speed-guard.ts prints exactly these. */
function asRatios(printed: unknown) {
  return printed as readonly {
    readonly name: string;
    readonly cpuRatio: number;
    readonly recorded: number;
  }[];
}
