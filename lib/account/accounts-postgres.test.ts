import { describeAccounts } from '#lib/testing/suites/accounts/account-suite';
import { postgresAccountStores } from '#lib/testing/worlds/accounts/account-stores';

describeAccounts(postgresAccountStores());
