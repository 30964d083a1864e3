import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createBrowserKeys } from '#lib/account/keys/browser-key';
import { mintKey } from '#lib/account/keys/key-format';
import { createKeyTable } from '#lib/account/keys/key-table';
import { createKeyUsage } from '#lib/account/keys/key-usage';
import { admit } from '#lib/api/limits/admission';
import { createRateLimits } from '#lib/api/limits/rate-limit';
import { createClock } from '#lib/platform/clock';
import { printFigure } from './figures.ts';
import { median, round } from './numbers.ts';

/**
 * What a request pays out of a table of 100,000 keys, one JSON line a figure: for its key and its limit alone, and for all of its
 * admission, with its headers and its count.
 */
const KEYS = 100_000;
const ROUNDS = 5;
const REQUESTS = 400_000;

const monotonicMs = () => performance.now();
const minted = Array.from({ length: KEYS }, mintKey);
const keys = createKeyTable({ maxAgeMs: 900_000, monotonicMs });
keys.replaceAll(
  minted.map(({ hash, prefix, last4 }, n) => ({
    id: `key-${n}`,
    account_id: `account-${n % 1000}`,
    hash,
    prefix,
    last4,
    name: 'bench',
    created_at: 0,
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
    limit_per_minute: null,
    allowed_sources: null,
    replaced_by: null,
    ends_at: null,
  })),
);
const browserKeys = createBrowserKeys(Buffer.alloc(32, 7));
const gate = {
  keys,
  browserKeys,
  clock: createClock(null),
  limits: createRateLimits({ perMinute: 1_000_000_000, monotonicMs }),
  usage: createKeyUsage(),
  anonymous: { allowedSources: null },
};
const caller = { kind: 'outside', network: '192.0.2.1', isEncrypted: false, ownOrigin: null } as const;

const admitted = (headers: Headers) => admit(gate, 'keyed', headers, caller);
const someKeys = minted.slice(0, 50_000).map(({ key }) => key);
measure('key-and-limit-one-key', someKeys.slice(0, 1), checkKeyAndLimit);
measure('key-and-limit-any-of-100000', someKeys, checkKeyAndLimit);
measure('admission-one-key', someKeys.slice(0, 1).map(headersOf), admitted);
measure('admission-any-of-100000', someKeys.map(headersOf), admitted);
measure(
  'admission-wrong-key',
  Array.from({ length: 1000 }, () => headersOf(mintKey().key)),
  admitted,
);
const cookie = browserKeys.newCookie();
const page = headersOf(browserKeys.mint(cookie, new Date(), 'anybody').key);
page.set('Cookie', `crossrate_page=${cookie}`);
measure('admission-browser-key', [page], admitted);

function checkKeyAndLimit(key: string): void {
  const found = gate.keys.find(key, gate.clock.realMs());
  if (typeof found === 'object') gate.limits.takeKey(found.id, found.limitPerMinute);
}

function headersOf(key: string): Headers {
  return new Headers({ 'X-API-Key': key });
}

function measure<Asked>(name: string, requests: readonly Asked[], work: (asked: Asked) => unknown): void {
  const micros: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Processor time: what else runs on the machine must not count.
    const start = process.cpuUsage();
    for (let n = 0; n < REQUESTS; n += 1) {
      const asked = requests[n % requests.length];
      if (asked !== undefined) work(asked);
    }
    // The first round warms up.
    const { user, system } = process.cpuUsage(start);
    if (round > 0) micros.push((user + system) / REQUESTS);
  }
  printFigure({ name, value: round(median(micros), 3), unit: 'us' });
}
