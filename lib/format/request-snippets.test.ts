import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { requestSnippet, type SnippetRequest } from './request-snippets.ts';

const REQUEST: SnippetRequest = {
  origin: 'https://rates.example.net',
  path: '/v1/convert',
  query: { from: 'USD', to: 'JPY', amount: '1200' },
  key: 'variable',
  field: { name: 'result', type: 'number' },
  isStream: false,
};

/** One whose parameter stands in the path, and whose answer may be a file. */
const DOCUMENT: SnippetRequest = {
  ...REQUEST,
  path: '/v1/documents/{sha256}',
  query: { sha256: 'ab12' },
  field: null,
};

describe('a request as curl', () => {
  it('is one command that reads the key from the environment', () => {
    expect(requestSnippet('curl', REQUEST)).toBe(
      [
        String.raw`curl -G "https://rates.example.net/v1/convert" \ `.trimEnd(),
        String.raw`  -d from=USD -d to=JPY -d amount=1200 \ `.trimEnd(),
        '  -H "X-API-Key: $CROSSRATE_API_KEY"',
      ].join('\n'),
    );
  });

  it('needs neither -G nor a header where there is nothing to send', () => {
    const bare = { ...REQUEST, path: '/v1/status', query: {}, key: 'none' as const };
    expect(requestSnippet('curl', bare)).toBe('curl "https://rates.example.net/v1/status"');
  });

  it.each(["'; echo broken; '", '$(echo broken)', '`echo broken`', 'a b', '"x"', '1,000+1', '%41'])(
    'gives a shell nothing to run, whatever was typed: %s',
    (typed) => {
      const seenOf = (text: string) =>
        execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${text}`], { encoding: 'utf8' }).split(
          '\n',
        );
      const inQuery = requestSnippet('curl', { ...REQUEST, query: { amount: typed } });
      expect(seenOf(inQuery)).toContain(`amount=${typed}`);
      const inPath = requestSnippet('curl', { ...DOCUMENT, query: { sha256: typed } });
      expect(seenOf(inPath)[0]).toBe(`https://rates.example.net/v1/documents/${encodeURIComponent(typed)}`);
    },
  );
});

describe('a request in a language', () => {
  it('quotes what was typed', () => {
    const query = { amount: '"1\\' };
    expect(requestSnippet('typescript', { ...REQUEST, query })).toContain(String.raw`  amount: "\"1\\",`);
    expect(requestSnippet('python', { ...REQUEST, query })).toContain(String.raw`    "amount": "\"1\\",`);
    expect(requestSnippet('go', { ...REQUEST, query })).toContain(String.raw`query.Set("amount", "\"1\\")`);
  });

  it('prints a stream while it goes on', () => {
    const stream: SnippetRequest = {
      ...REQUEST,
      path: '/v1/stream',
      query: { pairs: 'EUR/USD' },
      field: null,
      isStream: true,
    };
    expect(requestSnippet('curl', stream)).toContain('curl -N -G "https://rates.example.net/v1/stream"');
    expect(requestSnippet('typescript', stream)).toContain('for await (const text of response.body');
    expect(requestSnippet('python', stream)).toContain('    for line in response:');
    expect(requestSnippet('go', stream)).toContain('io.Copy(os.Stdout, response.Body)');
  });

  it('prints an answer that may be a file as it comes', () => {
    const typescript = requestSnippet('typescript', DOCUMENT);
    expect(typescript).toContain('new URL("https://rates.example.net/v1/documents/ab12");');
    expect(typescript).toContain('console.log(await response.text());');
    const python = requestSnippet('python', DOCUMENT);
    expect(python.split('\n').slice(0, 2)).toEqual([
      'import os',
      'from urllib.request import Request, urlopen',
    ]);
    expect(python).toContain('    print(response.read().decode())');
    expect(requestSnippet('go', DOCUMENT)).toContain('os.Stdout.Write(body)');
  });

  it.each([
    ['all of it', {}],
    ['no parameters', { query: {} }],
    ['no key', { key: 'none' as const }],
    ['a file', { field: null }],
    ['a file without a key', { field: null, key: 'none' as const }],
  ])('imports into Go what it uses and nothing else: %s', (_, part) => {
    const text = requestSnippet('go', { ...REQUEST, ...part });
    const [, imported = '', code = ''] = /import \(\n(.+?)\)\n(.+)/s.exec(text) ?? [];
    const names = [...imported.matchAll(/"(?:\w+\/)?(\w+)"/g)].map(([, name]) => name);
    const used = [...code.matchAll(/(?<![\w"/.])(json|fmt|io|log|http|url|os)\./g)].map(([, name]) => name);
    expect(names).toEqual(
      [...new Set(used)].toSorted(
        (one = '', other = '') => imported.indexOf(`${one}"`) - imported.indexOf(`${other}"`),
      ),
    );
  });

  it('shows a key only as it is told to, and in curl alone', () => {
    const key = { shown: 'xr_live_Zp0vQ1…m2Qa' };
    expect(requestSnippet('curl', { ...REQUEST, key })).toContain('xr_live_Zp0vQ1…m2Qa"');
    expect(requestSnippet('curl', { ...REQUEST, key })).not.toContain('CROSSRATE_API_KEY');
    for (const language of ['typescript', 'python', 'go'] as const)
      expect(requestSnippet(language, { ...REQUEST, key })).toContain('CROSSRATE_API_KEY');
  });
});
