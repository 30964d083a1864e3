import { describeAccounts } from '#lib/testing/suites/accounts/account-suite';
import { sqliteAccountStores } from '#lib/testing/worlds/accounts/account-stores';

describeAccounts(sqliteAccountStores());
