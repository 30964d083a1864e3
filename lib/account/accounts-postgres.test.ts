import { isLong } from '#lib/testing/long-count';
import { describeAccounts, describeStoredAccounts } from '#lib/testing/suites/accounts/account-suite';
import { postgresAccountStores } from '#lib/testing/worlds/accounts/account-stores';

// accounts.test.ts shows the rest, which is the same over every store.
const describeHere = isLong('EVERY_CASE') ? describeAccounts : describeStoredAccounts;

describeHere(postgresAccountStores());
