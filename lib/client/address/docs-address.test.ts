import { describe, expect, it } from 'vitest';
import { docsAddress, readDocsAddress } from './docs-address.ts';

const NAMES = {
  languages: ['curl', 'python'] as const,
  endpoints: [{ id: 'convert', parameters: ['from', 'to', 'amount', 'source'] }],
};

function read(address: string) {
  return readDocsAddress<'curl' | 'python'>(address, { ...NAMES, languages: ['curl', 'python'] });
}

describe('the address of a page of the docs', () => {
  it('holds what is in a box and the language, and gives both back', () => {
    const address = '/docs/convert?from=USD&to=JPY&amount=1%2C200&lang=python';
    const { view, ignored } = read(address);
    expect(view).toEqual({
      tried: 'convert',
      values: { from: 'USD', to: 'JPY', amount: '1,200' },
      language: 'python',
    });
    expect(ignored).toEqual([]);
    expect(docsAddress(view, 'curl')).toBe(address);
  });

  it('leaves out what is as by default', () => {
    expect(docsAddress({ tried: null, values: {}, language: 'curl' }, 'curl')).toBe('/docs');
    const empty = { tried: 'convert', values: { from: 'USD', source: '' }, language: 'curl' };
    expect(docsAddress(empty, 'curl')).toBe('/docs/convert?from=USD');
  });

  it('ignores nonsense and says so', () => {
    const { view, ignored } = read(`/docs?lang=cobol&from=${'x'.repeat(500)}`);
    expect(view).toEqual({ tried: null, values: {}, language: 'curl' });
    expect(ignored.map(({ wrong }) => wrong)).toEqual(['“cobol” is not a language of this page.']);
    expect(read(`/docs/convert?other=1&from=${'x'.repeat(500)}`).view.values).toEqual({});
  });
});
