import { describe, expect, test } from 'vitest';

// @ts-expect-error plain JavaScript without declarations: it runs before anything is installed
import * as summary from './test-summary.mjs';

const vitestReport = {
  testResults: [
    {
      name: '/project/lib/domain/pair.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: ' a pair inverts', status: 'passed', meta: {} },
        {
          fullName: ' a pair crosses',
          status: 'failed',
          failureMessages: [
            'AssertionError: expected 1.2 to be 1.1\n    at /project/lib/domain/pair.test.ts:9:3',
          ],
          meta: {},
        },
        {
          fullName: ' recorded bodies parse',
          status: 'skipped',
          meta: { skipReason: 'no ../shared/feeds here' },
        },
        { fullName: ' later', status: 'todo', meta: {} },
      ],
    },
    {
      name: '/project/lib/store/broken.test.ts',
      status: 'failed',
      message: 'Cannot find module\nsomewhere',
      assertionResults: [],
    },
  ],
};

const playwrightReport = {
  errors: [],
  suites: [
    {
      title: 'converter.spec.ts',
      specs: [{ title: 'opens', tests: [{ status: 'expected' }] }],
      suites: [
        {
          title: 'on a phone',
          specs: [
            {
              title: 'converts',
              tests: [
                {
                  status: 'unexpected',
                  results: [
                    {
                      errors: [
                        {
                          message:
                            'Error: \u001b[2mexpect(\u001b[22mlocator)\n\nExpected: visible\n    at e2e/x.ts:1:1',
                        },
                      ],
                    },
                  ],
                },
              ],
            },
            {
              title: 'prints',
              tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'no printer' }] }],
            },
          ],
        },
      ],
    },
  ],
};

describe("the summary of vitest's report", () => {
  test('counts its tests, and a file that does not load as one failure', () => {
    expect(summary.countVitest(vitestReport)).toEqual({
      passed: 1,
      failures: [
        'a pair crosses: AssertionError: expected 1.2 to be 1.1',
        '/project/lib/store/broken.test.ts: Cannot find module',
      ],
      skipped: [
        { name: 'recorded bodies parse', reason: 'no ../shared/feeds here' },
        { name: 'later', reason: 'to do' },
      ],
      unsteady: [],
    });
  });

  test('counts a file whose process died as one failure, beside what the runner said of it', () => {
    const assertionResults = [
      { fullName: ' a crash is survived', status: 'passed', meta: {} },
      { fullName: ' a crash is told', status: 'pending', meta: {} },
      { fullName: ' a crash is rare', status: 'pending', meta: {} },
    ];
    const report = {
      testResults: [{ name: '/project/lib/a.test.ts', status: 'passed', message: '', assertionResults }],
    };
    const errors = ['Worker forks emitted error. Worker exited unexpectedly with signal SIGSEGV\nsomewhere'];
    expect(summary.countVitest(report, errors)).toEqual({
      passed: 1,
      failures: [
        '/project/lib/a.test.ts: 2 tests did not end',
        'Worker forks emitted error. Worker exited unexpectedly with signal SIGSEGV',
      ],
      skipped: [],
      unsteady: [],
    });
  });
});

describe('a second try', () => {
  test('parts the files in which something failed from the others, and only where nothing else went wrong', () => {
    const whole = {
      name: '/project/lib/whole.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [{ fullName: ' a pair inverts', status: 'passed', meta: {} }],
    };
    const cut = {
      name: '/project/lib/a.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [{ fullName: ' a crash is told', status: 'pending', meta: {} }],
    };
    const report = { testResults: [whole, ...vitestReport.testResults, cut] };
    const died = `Worker exited unexpectedly with signal SIGTRAP while running test file ${cut.name}`;
    const failed = ['/project/lib/domain/pair.test.ts', '/project/lib/store/broken.test.ts', cut.name];
    for (const errors of [[], [died]])
      expect(summary.partFailed(report, errors)).toEqual({
        failed,
        rest: summary.countVitest({ testResults: [whole] }),
      });
    for (const errors of [['Error: a port is taken'], [died, 'Error: a port is taken']])
      expect(summary.partFailed(report, errors)).toEqual({
        failed: [],
        rest: summary.countVitest(report, errors),
      });
  });

  test('names what passed only at the second try, and counts what failed twice', () => {
    const first = summary.countVitest(vitestReport);
    const passed = summary.countStep('a pair crosses', true);
    expect(summary.afterSecondTry(first, passed)).toEqual({ ...passed, unsteady: first.failures });
    expect(summary.afterSecondTry(first, first)).toEqual(first);
  });
});

describe('the summary', () => {
  test("counts Playwright's tests in nested groups with their full names and what they said", () => {
    expect(summary.countPlaywright(playwrightReport)).toEqual({
      passed: 1,
      failures: ['converter.spec.ts on a phone converts: Error: expect(locator) | Expected: visible'],
      skipped: [{ name: 'converter.spec.ts on a phone prints', reason: 'no printer' }],
      unsteady: [],
    });
  });

  test("counts Playwright's second tries as passed, and says what the first ones said", () => {
    const results = [{ errors: [{ message: 'Error: too late\n    at e2e/x.ts:1:1' }] }, { errors: [] }];
    const specs = [{ title: 'opens', tests: [{ status: 'flaky', results }] }];
    const report = { errors: [], suites: [{ title: 'converter.spec.ts', specs }] };
    expect(summary.countPlaywright(report)).toEqual({
      passed: 1,
      failures: [],
      skipped: [],
      unsteady: ['converter.spec.ts opens: Error: too late'],
    });
    expect(summary.closingLines(summary.countPlaywright(report))).toContain(
      'unsteady: passed only at its second try: converter.spec.ts opens: Error: too late',
    );
  });

  test('counts a Playwright error outside any test as a failure', () => {
    const report = { suites: [], errors: [{ message: 'Error: no server\n at x' }] };
    expect(summary.countPlaywright(report).failures).toEqual(['Error: no server']);
  });

  test('counts a runner without report, or with an unexplained exit code, as one failure with its name', () => {
    expect(summary.countRunner('end-to-end', null, 'signal SIGKILL').failures).toEqual([
      'end-to-end: the runner left no report (signal SIGKILL)',
    ]);
    const counted = summary.countRunner('end-to-end', summary.countStep('opens', true), 'exit code 1');
    expect(counted).toMatchObject({ passed: 1, failures: [expect.stringContaining('exit code 1')] });
  });

  test('ends with the failures, the skipped tests and one closing line', () => {
    const steps = [summary.countStep('format', true), summary.countStep('lint', false)];
    const outcome = summary.addOutcomes([
      ...steps,
      summary.countVitest(vitestReport),
      summary.countPlaywright(playwrightReport),
    ]);
    expect(summary.closingLines(outcome).split('\n')).toEqual([
      'failed: lint',
      'failed: a pair crosses: AssertionError: expected 1.2 to be 1.1',
      'failed: /project/lib/store/broken.test.ts: Cannot find module',
      'failed: converter.spec.ts on a phone converts: Error: expect(locator) | Expected: visible',
      'skipped: recorded bodies parse (no ../shared/feeds here)',
      'skipped: later (to do)',
      'skipped: converter.spec.ts on a phone prints (no printer)',
      '3 passed, 4 failed',
      '',
    ]);
  });
});
