import { expect, it } from 'vitest';
import { groupedSecret } from './shown-key.ts';

it('groups a secret in fours and keeps every character', () => {
  expect(groupedSecret('JBSWY3DPEH')).toBe('JBSW Y3DP EH');
  expect(groupedSecret('')).toBe('');
});
