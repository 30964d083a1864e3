import { describe, expect, it } from 'vitest';
import { isWellFormedKey, mintKey } from '#lib/account/keys/key-format';
import { hasKeyForm, looksLikeKey, shownKey } from './shown-key.ts';

describe('a key as it may be seen', () => {
  it('shows what the list of keys shows of it, and no more', () => {
    const { key, prefix, last4 } = mintKey();
    expect(shownKey(key)).toBe(`${prefix}…${last4}`);
  });

  it('has the form that the service asks for', () => {
    const { key } = mintKey();
    expect([hasKeyForm(key), isWellFormedKey(key)]).toEqual([true, true]);
    for (const wrong of ['', key.slice(1), `${key}0`, `${key} `, 'sk_live_1']) {
      expect([wrong, hasKeyForm(wrong), isWellFormedKey(wrong)]).toEqual([wrong, false, false]);
    }
  });

  it('is known in the middle of a text, of a page’s too', () => {
    expect(looksLikeKey(`amount ${mintKey().key}`)).toBe(true);
    expect(looksLikeKey('xr_page_1')).toBe(true);
    expect(looksLikeKey('USD')).toBe(false);
  });
});
