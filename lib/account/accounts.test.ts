import { describeAccounts } from '#lib/testing/account-suite';
import { sqliteAccountStores } from '#lib/testing/account-stores';

describeAccounts(sqliteAccountStores());
