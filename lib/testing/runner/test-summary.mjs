import { stripVTControlCharacters } from 'node:util';

/** Of what a failed test says: enough to know what was wanted and what was there. */
const REASON_LINES = 6;
const REASON_CHARS = 400;

/**
 * What one step, or all of them, came to.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {readonly string[]} failures the name of each failed test or step, and what it said
 * @property {readonly { name: string, reason: string }[]} skipped
 * @property {readonly string[]} unsteady the name of each test that passed only at its second try, and what it said at the first
 */

/** @type {Outcome} */
export const NOTHING = { passed: 0, failures: [], skipped: [], unsteady: [] };

/**
 * A step that is not made of tests counts as one.
 * @param {string} name
 * @param {boolean} isPassed
 * @returns {Outcome}
 */
export function countStep(name, isPassed) {
  return isPassed ? { ...NOTHING, passed: 1 } : { ...NOTHING, failures: [name] };
}

/**
 * Counts a runner's report, and distrusts it: without a report, or with an exit code that the report does not explain
 * (an error outside any test, a server that did not start), the runner itself counts as failed.
 * @param {string} name of the step
 * @param {Outcome | null} reported null when the runner left no report
 * @param {string} ending for example "exit code 1"
 * @returns {Outcome}
 */
export function countRunner(name, reported, ending) {
  if (reported === null) return { ...NOTHING, failures: [`${name}: the runner left no report (${ending})`] };
  if (ending === 'exit code 0' || reported.failures.length > 0) return reported;
  return { ...reported, failures: [`${name}: the runner ended with ${ending} though no test failed`] };
}

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function addOutcomes(outcomes) {
  return {
    passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
    failures: outcomes.flatMap((outcome) => outcome.failures),
    skipped: outcomes.flatMap((outcome) => outcome.skipped),
    unsteady: outcomes.flatMap((outcome) => outcome.unsteady),
  };
}

/**
 * Reads vitest's JSON report. A file that failed before its first test counts as one failure, and so does one whose
 * process died before its last test: vitest calls the rest of them pending, and the file passed.
 * @param {{ testResults: readonly VitestFile[] }} report
 * @param {readonly string[]} [errors] what went wrong outside every test, which the report leaves out
 * @returns {Outcome}
 *
 * @typedef {{ name: string, status: string, message?: string, assertionResults: readonly VitestTest[] }} VitestFile
 * @typedef {{ fullName: string, status: string, failureMessages?: readonly string[], meta?: { skipReason?: string } }} VitestTest
 */
export function countVitest(report, errors = []) {
  return addOutcomes([
    ...report.testResults.map(countVitestFile),
    ...errors.map((error) => countStep(firstLine(error), false)),
  ]);
}

/**
 * The files in which something failed, which may be tried once more, and what the others came to; no file where something went
 * wrong that belongs to none of them.
 * @param {{ testResults: readonly VitestFile[] }} report
 * @param {readonly string[]} errors
 * @returns {{ failed: readonly string[], rest: Outcome }}
 */
export function partFailed({ testResults }, errors) {
  const hasFailed = (/** @type {VitestFile} */ file) => countVitestFile(file).failures.length > 0;
  const failed = testResults.filter(hasFailed).map(({ name }) => name);
  const isAllSaid = errors.every((error) => failed.some((name) => error.includes(name)));
  if (!isAllSaid) return { failed: [], rest: countVitest({ testResults }, errors) };
  return { failed, rest: countVitest({ testResults: testResults.filter((file) => !hasFailed(file)) }) };
}

/**
 * What files came to that were tried again after they failed: what failed at first and passes now is named as unsteady.
 * @param {Outcome} first of these files
 * @param {Outcome} second
 * @returns {Outcome}
 */
export function afterSecondTry(first, second) {
  return second.failures.length > 0 ? second : { ...second, unsteady: first.failures };
}

/** @param {VitestFile} file */
function countVitestFile(file) {
  const ended = file.assertionResults.filter((test) => test.status !== 'pending');
  const counted = addOutcomes(ended.map((test) => countVitestTest(test)));
  const pending = file.assertionResults.length - ended.length;
  if (pending > 0)
    return addOutcomes([counted, countStep(`${file.name}: ${pending} tests did not end`, false)]);
  const isBroken = file.status === 'failed' && counted.failures.length === 0;
  return isBroken ? { ...counted, failures: [`${file.name}: ${firstLine(file.message)}`] } : counted;
}

/**
 * @param {VitestTest} test
 * @returns {Outcome}
 */
function countVitestTest(test) {
  const name = test.fullName.trim();
  if (test.status === 'passed') return countStep(name, true);
  if (test.status === 'failed') return countStep(withReason(name, test.failureMessages?.[0]), false);
  const reason = test.meta?.skipReason ?? (test.status === 'todo' ? 'to do' : '');
  return { ...NOTHING, skipped: [{ name, reason }] };
}

/**
 * Reads Playwright's JSON report. Errors outside tests (a file that does not load, a server that does not start) count one each.
 * @param {{ suites: readonly PlaywrightSuite[], errors?: readonly { message?: string }[] }} report
 * @returns {Outcome}
 *
 * @typedef {{ title: string, suites?: readonly PlaywrightSuite[], specs?: readonly PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ title: string, tests: readonly PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ status: string, annotations?: readonly { type: string, description?: string }[], results?: readonly { errors?: readonly { message?: string }[] }[] }} PlaywrightTest
 */
export function countPlaywright(report) {
  const errors = (report.errors ?? []).map((error) => countStep(firstLine(error.message), false));
  return addOutcomes([...report.suites.map((suite) => countSuite(suite, '')), ...errors]);
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} parents
 * @returns {Outcome}
 */
function countSuite(suite, parents) {
  const title = `${parents}${suite.title} `;
  const specs = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => countPlaywrightTest(`${title}${spec.title}`, test)),
  );
  return addOutcomes([...specs, ...(suite.suites ?? []).map((inner) => countSuite(inner, title))]);
}

/**
 * @param {string} name
 * @param {PlaywrightTest} test
 * @returns {Outcome}
 */
function countPlaywrightTest(name, test) {
  if (test.status === 'expected') return countStep(name, true);
  // Playwright's word for a test that passed only at its second try.
  if (test.status === 'flaky')
    return {
      ...countStep(name, true),
      unsteady: [withReason(name, test.results?.[0]?.errors?.[0]?.message)],
    };
  if (test.status !== 'skipped')
    return countStep(withReason(name, test.results?.at(-1)?.errors?.[0]?.message), false);
  const reason = test.annotations?.find(({ type }) => type === 'skip' || type === 'fixme')?.description ?? '';
  return { ...NOTHING, skipped: [{ name, reason }] };
}

/**
 * The last lines of a run: every failure, every unsteady and every skipped test by name, then the one closing line.
 * @param {Outcome} outcome
 * @returns {string}
 */
export function closingLines(outcome) {
  const lines = [
    ...outcome.failures.map((name) => `failed: ${name}`),
    ...outcome.unsteady.map((name) => `unsteady: passed only at its second try: ${name}`),
    ...outcome.skipped.map(
      ({ name, reason }) => `skipped: ${name} (${reason === '' ? 'no reason given' : reason})`,
    ),
    `${outcome.passed} passed, ${outcome.failures.length} failed`,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * @param {string} name
 * @param {string | undefined} message what the runner says of the failure, with colours and where in the code it was
 */
function withReason(name, message) {
  const lines = stripVTControlCharacters(message ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '));
  const reason = lines.slice(0, REASON_LINES).join(' | ').slice(0, REASON_CHARS);
  return reason === '' ? name : `${name}: ${reason}`;
}

/** @param {string | undefined} text */
function firstLine(text) {
  return (text ?? '').split('\n')[0] || 'error outside any test';
}
