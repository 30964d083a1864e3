import { describeAccounts } from '#lib/testing/suites/accounts/account-suite';
import { postgresAccountStores } from '#lib/testing/worlds/account-stores';

describeAccounts(postgresAccountStores());
