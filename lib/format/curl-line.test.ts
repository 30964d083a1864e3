import { expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

const origin = 'https://rates.example.net';

it('makes a line that a terminal takes as it is', () => {
  expect(curlLine({ origin, secret: 'xr_live_4nT8wQ' })).toBe(
    'curl -H "X-API-Key: xr_live_4nT8wQ" "https://rates.example.net/v1/convert?from=USD&to=JPY&amount=1200"',
  );
});
