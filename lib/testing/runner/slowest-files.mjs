/** Files that are named: enough to see where the time of a step goes. */
const NAMED_MAX = 12;

/**
 * Which files a step of tests spent its time on, for whoever wants it shorter. Files run side by side, so their seconds add up to more
 * than the step's.
 * @param {readonly { file: string, ms: number }[]} times of files; those of the same file are added
 * @returns {string} a line, with its end; empty without files
 */
export function slowestFilesLine(times) {
  /** @type {Map<string, number>} */
  const byFile = new Map();
  for (const { file, ms } of times) byFile.set(file, (byFile.get(file) ?? 0) + ms);
  if (byFile.size === 0) return '';
  const slowest = [...byFile].toSorted(([, one], [, other]) => other - one).slice(0, NAMED_MAX);
  const sum = [...byFile.values()].reduce((total, ms) => total + ms, 0);
  const named = slowest.map(([file, ms]) => `${file} ${seconds(ms)}`).join(', ');
  return `Files took ${seconds(sum)} together, side by side; the slowest: ${named}\n`;
}

/**
 * @param {{ testResults: readonly { name: string, startTime?: number, endTime?: number }[] }} report Vitest's, times in milliseconds
 * @param {string} root the folder that names of files leave out
 */
export function vitestTimes({ testResults }, root) {
  return testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    file: name.replace(`${root}/`, ''),
    ms: endTime - startTime,
  }));
}

/**
 * @param {{ suites: readonly PlaywrightTimes[] }} report Playwright's, with what each try of each test took
 * @returns {readonly { file: string, ms: number }[]}
 *
 * @typedef {object} PlaywrightTimes
 * @property {string} file
 * @property {readonly PlaywrightTimes[]} [suites]
 * @property {readonly { tests: readonly { results?: readonly { duration?: number }[] }[] }[]} [specs]
 */
export function playwrightTimes({ suites }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ tests }) =>
      tests.flatMap(({ results = [] }) =>
        results.map(({ duration = 0 }) => ({ file: suite.file, ms: duration })),
      ),
    ),
    ...playwrightTimes({ suites: suite.suites ?? [] }),
  ]);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
