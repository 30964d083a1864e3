import { expect, it } from 'vitest';
import { curlRequest } from './curl-line.ts';

const origin = 'https://rates.example.net';

it('makes a line that a terminal takes as it is', () => {
  expect(curlRequest(origin, { from: 'USD', to: 'JPY', amount: '1200' }, 'xr_live_4nT8wQ')).toBe(
    'curl -H "X-API-Key: xr_live_4nT8wQ" "https://rates.example.net/v1/convert?from=USD&to=JPY&amount=1200"',
  );
});
