import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { describe, expect, it } from 'vitest';
import { ruleExampleText, ruleWords } from './rule-words.ts';

const VALIDATION = join(PROJECT_ROOT, 'lib/domain/validation');

/** The names of rules as the validation's own modules write them. */
async function validationRules(): Promise<readonly string[]> {
  const names = await readdir(VALIDATION);
  const files = names.filter((name) => /^(?:figure|live)-rules\.ts$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(VALIDATION, name), 'utf8')));
  return texts.flatMap((text) => [
    ...[...text.matchAll(/(?:name: |_RULE = )'([a-z_]+)'/g)].map(([, rule = '']) => rule),
    ...[...(/type LiveRule = ([^;]+);/.exec(text)?.[1] ?? '').matchAll(/'([a-z_]+)'/g)].map(
      ([, rule = '']) => rule,
    ),
  ]);
}

describe('the words of a rule', () => {
  it('are there for every rule of the validation', async () => {
    const rules = await validationRules();
    expect(rules.length).toBeGreaterThan(15);
    expect(rules.filter((rule) => ruleWords(rule) === rule.replaceAll('_', ' '))).toEqual([]);
  });

  it('of one that is not known are its name', () => {
    expect(ruleWords('of_tomorrow')).toBe('of tomorrow');
  });
});

describe('an example of the validation', () => {
  it('is the pair, the figure and its day', () => {
    expect(ruleExampleText('2026-11-22T19:22:47.205Z AAVE/EUR "0.0039064026" against 256.46')).toBe(
      'AAVE/EUR 0.0039064026 of 22 Nov 2026 against 256.46',
    );
    expect(ruleExampleText('2 figures were refused, such as 2026-04-13 EUR/USD "N/A" (not_a_number).')).toBe(
      '2 figures were refused, such as EUR/USD N/A of 13 Apr 2026 (not_a_number).',
    );
  });

  it('stays as it is where it is none', () => {
    expect(ruleExampleText('a figure of no day')).toBe('a figure of no day');
  });
});
