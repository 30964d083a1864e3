import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOTP } from '@better-auth/utils/otp';
import { pino } from 'pino';
import { afterAll, onTestFinished } from 'vitest';
import { type AccountArea, createAccountArea } from '#lib/account/account-area';
import { createKeyRecords, type KeyRecords } from '#lib/account/keys/key-records';
import { createKeyTable, type KeyTable } from '#lib/account/keys/key-table';
import { createKeyUsage, type KeyUsage } from '#lib/account/keys/key-usage';
import { openMasterSecret, previousMasterSecret } from '#lib/account/secrets/master-secret';
import { readFeedQuestion } from '#lib/api/feed-links';
import { createPasswordChecks, type PasswordChecks } from '#lib/account/passwords/password-checks';
import { reissueSetUpToken, SET_UP_TOKEN_FILE } from '#lib/account/secrets/set-up-token';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Store } from '#lib/store/store';
import { type AccountBrowser, type BrowserWay, openBrowser } from './account-browser.ts';
import { aSnapshot } from '#lib/testing/builders/builders';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** An account area over a store, with a clock that a test moves. */
export interface AccountBench {
  readonly store: Store;
  readonly area: AccountArea;
  readonly dataDir: string;
  /** The keys in memory, read anew whenever the area has changed one. */
  readonly keys: KeyTable;
  /** What this area's process counts, and writes down. */
  readonly usage: KeyUsage;
  readonly records: KeyRecords;
  readonly browser: (way?: BrowserWay) => AccountBrowser;
  readonly now: () => Date;
  readonly advance: (ms: number) => void;
  /** The set-up token, made anew. */
  readonly setUpToken: () => Promise<string>;
  /** A browser that is signed in to the first account. */
  readonly signedIn: (email?: string) => Promise<AccountBrowser>;
  /** Everything that was logged. */
  readonly logged: () => string;
}

/** A password that nobody guesses. */
export const GOOD_PASSWORD = 'quiet harbour lantern 42';

/** What a test wants different. */
export interface AccountBenchOptions {
  readonly isSignUpOpen?: boolean;
  readonly publicUrl?: URL;
  /** Another area's, instead of a new one. */
  readonly store?: Store;
  readonly masterSecret?: string | undefined;
  readonly previousMasterSecret?: string | undefined;
  /** Writes down counts instead of the store. */
  readonly writeUses?: Store['write']['addKeyUses'];
  readonly allowsPrivateWebhooks?: boolean;
  /** Figures to watch, instead of none. */
  readonly snapshot?: () => RateSnapshot;
}

/** A hash of a millisecond. */
const QUICK_COST = { N: 2 ** 10, r: 8, p: 1 };

/** One pair of threads for all tests of a file. */
export function quickPasswordChecks(): PasswordChecks {
  const passwords = createPasswordChecks(PROJECT_ROOT, QUICK_COST);
  afterAll(() => passwords.close());
  return passwords;
}

/** Opens an area over a database without an account. */
export type OpenAccountBench = (options?: AccountBenchOptions) => Promise<AccountBench>;

/** Opens an area over a store; it is closed when the test ends. */
export function openAccountBench(
  store: Store,
  passwords: PasswordChecks,
  options: AccountBenchOptions = {},
): AccountBench {
  const dataDir = throwAwayFolder();
  const lines: string[] = [];
  // Stands still but for `advance`: a wait of a second is one however long the machine takes for a request.
  let nowMs = Date.now();
  const now = () => new Date(nowMs);
  const keys = createKeyTable({ maxAgeMs: Infinity, monotonicMs: () => 0 });
  const { usage, records } = openUses(store, now, options);
  const area = createAccountArea({
    store,
    clock: { real: now },
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    secretOf: openMasterSecret(dataDir, options.masterSecret),
    previousSecretOf: previousMasterSecret(options.previousMasterSecret),
    dataDir,
    root: PROJECT_ROOT,
    publicUrl: options.publicUrl ?? null,
    isSignUpOpen: options.isSignUpOpen ?? false,
    rateLimitPerMinute: 600,
    passwords,
    catchUp: async () => keys.replaceAll(await store.readActiveApiKeys(nowMs)),
    keys,
    uses: records,
    snapshot: options.snapshot ?? (() => aSnapshot([])),
    readQuestion: readFeedQuestion,
    allowsPrivateWebhooks: options.allowsPrivateWebhooks ?? false,
  });
  onTestFinished(() => area.close());
  const setUpToken = async () => {
    await reissueSetUpToken(store, dataDir, now());
    return (await readFile(join(dataDir, SET_UP_TOKEN_FILE), 'utf8')).trim();
  };
  const browser = (way?: BrowserWay) => openBrowser(area, way);
  return {
    store,
    area,
    dataDir,
    keys,
    usage,
    records,
    browser,
    now,
    advance: (ms) => {
      nowMs += ms;
    },
    setUpToken,
    signedIn: async (email = 'ada@example.org') => {
      const visitor = browser();
      const token = await setUpToken();
      const made = await visitor.post('set-up', { token, email, password: GOOD_PASSWORD });
      if (made.status !== 200) throw new Error(JSON.stringify(made.body));
      return visitor;
    },
    logged: () => lines.join(''),
  };
}

/** What a process counts of the use of keys. A database that cannot take it is a test's own doing. */
function openUses(store: Store, now: () => Date, { writeUses }: AccountBenchOptions) {
  const usage = createKeyUsage();
  const { addKeyUses, appendKeyEvents } = store.write;
  const write = { addKeyUses: writeUses ?? addKeyUses, appendKeyEvents };
  const records = createKeyRecords({ usage, write, now, onFailure: () => {} });
  onTestFinished(() => records.close());
  return { usage, records };
}

/** The six digits that an authenticator shows for a secret; `later` half minutes from now. */
export function authenticatorCode(secret: string, later = 0): Promise<string> {
  const text = Buffer.from(fromBase32(secret)).toString('utf8');
  return createOTP(text).hotp(Math.floor(Date.now() / 30_000) + later);
}

function fromBase32(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.replaceAll('=', '')) {
    value = (value << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 255);
      value &= (1 << bits) - 1;
    }
  }
  return Uint8Array.from(bytes);
}
