import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

describe('initials', () => {
  it.each([
    ['N. Kovač', 'n.kovac@example.org', 'NK'],
    ['', 'n.kovac@example.org', 'NK'],
    ['ana@example.org', 'ana@example.org', 'A'],
    ['Łukasz', 'l@example.org', 'Ł'],
    ['', '--@example.org', ''],
  ])('of %s, %s are %s', (name, email, initials) => {
    expect(initialsOf({ name, email })).toBe(initials);
  });
});
