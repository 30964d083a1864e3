import { describe, expect, it } from 'vitest';
import { textLines } from './text-lines.ts';

describe('lines of a text', () => {
  it('break between words, and are no longer than they may be', () => {
    expect(textLines('Source: European Central Bank', 16)).toEqual(['Source: European', 'Central Bank']);
  });

  it('are one where there is room', () => {
    expect(textLines('Source: Bank of England', 23)).toEqual(['Source: Bank of England']);
  });

  it('leave a word whole that is longer', () => {
    expect(textLines('a lagniappe b', 4)).toEqual(['a', 'lagniappe', 'b']);
  });
});
