import { describeAccounts } from '#lib/testing/account-suite';
import { postgresAccountStores } from '#lib/testing/account-stores';

describeAccounts(postgresAccountStores());
