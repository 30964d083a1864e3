import { type AccountArea, createAccountArea } from '#lib/account/account-area';
import { createKeyRecords } from '#lib/account/keys/key-records';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { KeyUsage } from '#lib/account/keys/key-usage';
import { openKnownSecret } from '#lib/account/secrets/known-secret';
import { type DeriveSecret, previousMasterSecret } from '#lib/account/secrets/master-secret';
import { readFeedQuestion } from '#lib/api/feed-links';
import type { Sender } from '#lib/api/callers/peer-address';
import type { Clock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';

/** What accounts are opened with. */
export interface AccountParts {
  readonly environment: Environment;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** Takes every key that was made, changed or revoked before the call into memory. */
  readonly catchUp: () => Promise<void>;
  readonly secretOf: DeriveSecret;
  readonly keys: Pick<KeyTable, 'refuse'>;
  readonly usage: KeyUsage;
  readonly snapshot: () => RateSnapshot;
  /** The project's folder. */
  readonly root: string;
}

/** Accounts, and what is known of the use of their keys. */
export interface Accounts {
  readonly area: AccountArea;
  readonly noteKeySeenInClear: (keyId: string, sender: Sender) => void;
  readonly close: () => Promise<void>;
}

/** The library behind accounts is loaded at the first request. */
export function openAccounts(parts: AccountParts): Accounts {
  const { environment, store, clock, log, usage } = parts;
  const previousSecretOf = previousMasterSecret(environment.masterSecretPrevious);
  const records = createKeyRecords({
    usage,
    write: store.write,
    now: clock.real,
    onFailure: (error) => log.error({ err: error }, 'the use of keys could not be written; it is kept'),
  });
  const area = createAccountArea({
    ...environment,
    ...parts,
    previousSecretOf,
    uses: records,
    readQuestion: readFeedQuestion,
  });
  return {
    area,
    noteKeySeenInClear: (keyId, { address }) => {
      log.warn({ keyId }, 'a key was sent without encryption; replace it');
      records.noteSeenInClear(keyId, address === '' ? null : address, clock.real().getTime());
    },
    close: async () => {
      await area.close();
      await records.close();
    },
  };
}

/** A secret that is the database's own. */
export interface OpenedSecret {
  readonly secretOf: DeriveSecret;
  /** Resolves when its fingerprint is noted, or could not be; never rejects. */
  readonly noted: Promise<void>;
}

/** The root of derived secrets, once it is known to be the database's own; else the database is closed again. */
export async function openSecret(store: Store, environment: Environment, log: Logger): Promise<OpenedSecret> {
  try {
    const { secretOf, noted } = await openKnownSecret(store, environment);
    const logFailure = (error: unknown) => log.error({ err: error }, 'the master secret could not be noted');
    return { secretOf, noted: noted.catch(logFailure) };
  } catch (error) {
    await store.close();
    throw error;
  }
}
