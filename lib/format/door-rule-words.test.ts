import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doorRuleWords } from './door-rule-words.ts';

const DOMAIN = join(import.meta.dirname, '../domain');

/** The names of rules as the door's own modules write them. */
async function rulesOfTheDoor(): Promise<readonly string[]> {
  const names = await readdir(DOMAIN);
  const files = names.filter((name) => /^(?:door|live)-rules\.ts$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(DOMAIN, name), 'utf8')));
  return texts.flatMap((text) => [
    ...[...text.matchAll(/(?:name: |_RULE = )'([a-z_]+)'/g)].map(([, rule = '']) => rule),
    ...[...(/type LiveRule = ([^;]+);/.exec(text)?.[1] ?? '').matchAll(/'([a-z_]+)'/g)].map(
      ([, rule = '']) => rule,
    ),
  ]);
}

describe('the words of a rule', () => {
  it('are there for every rule of the door', async () => {
    const rules = await rulesOfTheDoor();
    expect(rules.length).toBeGreaterThan(15);
    expect(rules.filter((rule) => doorRuleWords(rule) === rule.replaceAll('_', ' '))).toEqual([]);
  });

  it('of one that is not known are its name', () => {
    expect(doorRuleWords('of_tomorrow')).toBe('of tomorrow');
  });
});
