import { describe, expect, it } from 'vitest';
import { AUDIT_KINDS } from '#lib/contract/account';
import { auditKindText, auditShortText } from './audit-text.ts';

const NOW = Date.parse('2026-04-13T16:30:00Z');

describe('the audit trail in words', () => {
  it('has words of its own for every kind', () => {
    const words = AUDIT_KINDS.map(auditKindText);
    expect(new Set(words).size).toBe(AUDIT_KINDS.length);
    expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([]);
  });

  it('gives the time of events of the UTC day, the day of older ones', () => {
    expect(auditShortText(new Date('2026-04-13T00:00:00Z'), NOW)).toBe('00:00');
    expect(auditShortText(new Date('2026-04-12T23:59:59Z'), NOW)).toBe('12 Apr 2026');
  });
});
