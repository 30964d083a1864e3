import { describe } from 'vitest';
import {
  type OpenAccountBench,
  openAccountBench,
  quickPasswordChecks,
} from '#lib/testing/worlds/accounts/account-bench';
import type { AccountStores } from '#lib/testing/worlds/accounts/account-stores';
import { describeAttacks } from './account-suite-attacks.ts';
import { describeFeedLinks } from './account-suite-feed-links.ts';
import { describeKeyUse } from './account-suite-key-use.ts';
import { describeAccountKeys } from './account-suite-keys.ts';
import { describeRecords } from './account-suite-records.ts';
import { describeRecoveryCodes } from './account-suite-recovery-codes.ts';
import { describeSecondFactor } from './account-suite-second-factor.ts';
import { describeSecretChange } from './account-suite-secret-change.ts';
import { describeSecrets } from './account-suite-secrets.ts';
import { describeSetUp } from './account-suite-set-up.ts';
import { describeSignIn } from './account-suite-sign-in.ts';
import { describeStrangers } from './account-suite-strangers.ts';
import { describeWatches } from './account-suite-watches.ts';
import { describeWebhookDelivery } from './account-suite-webhook-delivery.ts';
import { describeWebhooks } from './account-suite-webhooks.ts';

/** What accounts must guarantee on every engine. */
export function describeAccounts(stores: AccountStores): void {
  describeAccountsOf(stores, (open) => {
    describeAccountRows(open, stores);
    describeSignIn(open);
    describeAttacks(open);
    describeSecondFactor(open);
    describeRecoveryCodes(open);
    describeStrangers(open);
    describeWebhookDelivery(open);
  });
}

/** What of that is about the rows that are written and read, every table among them. For an engine beside one on which all was shown. */
export function describeStoredAccounts(stores: AccountStores): void {
  describeAccountsOf(stores, (open) => describeAccountRows(open, stores));
}

function describeAccountRows(open: OpenAccountBench, stores: AccountStores): void {
  describeSetUp(open);
  describeAccountKeys(open);
  describeKeyUse(open);
  describeRecords(open);
  describeFeedLinks(open);
  describeWatches(open);
  describeWebhooks(open, stores);
  describeSecretChange(open);
  describeSecrets(open, stores);
}

function describeAccountsOf(stores: AccountStores, describeAll: (open: OpenAccountBench) => void): void {
  const passwords = quickPasswordChecks();
  const open: OpenAccountBench = async (options) =>
    openAccountBench(options?.store ?? (await stores.openEmpty()), passwords, options);
  describe(`accounts on ${stores.engine}`, () => describeAll(open));
}
