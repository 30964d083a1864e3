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
    });
  });

  test('parts the files whose process a signal ended from the others, and only where nothing else went wrong', () => {
    const [whole] = vitestReport.testResults;
    const cut = {
      name: '/project/lib/a.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [{ fullName: ' a crash is told', status: 'pending', meta: {} }],
    };
    const report = { testResults: [whole, cut] };
    const died = `Worker exited unexpectedly with signal SIGTRAP while running test file ${cut.name}`;
    expect(summary.partCutOff(report, [died])).toEqual({
      cutOff: [cut.name],
      rest: summary.countVitest({ testResults: [whole] }),
    });
    for (const errors of [[], ['Error: a port is taken'], [died, 'Error: a port is taken']])
      expect(summary.partCutOff(report, errors)).toEqual({
        cutOff: [],
        rest: summary.countVitest(report, errors),
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
    });
  });
});

describe('the summary', () => {
  test("counts Playwright's tests in nested groups with their full names and what they said", () => {
    expect(summary.countPlaywright(playwrightReport)).toEqual({
      passed: 1,
      failures: ['converter.spec.ts on a phone converts: Error: expect(locator) | Expected: visible'],
      skipped: [{ name: 'converter.spec.ts on a phone prints', reason: 'no printer' }],
    });
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
