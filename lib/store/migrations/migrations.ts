import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { firstTables } from './0001-first-tables.ts';
import { liveQuotes } from './0002-live-quotes.ts';
import { accounts } from './0003-accounts.ts';
import { incidents } from './0004-incidents.ts';
import { withheldDocuments } from './0005-withheld-documents.ts';
import { ecbFixingInstants } from './0006-ecb-fixing-instant.ts';
import { secretAndEndedKeys } from './0008-secret-and-ended-keys.ts';
import { receipts } from './0010-receipts.ts';
import { documentsByHash } from './0011-documents-by-hash.ts';
import { statusNotes } from './0012-status-notes.ts';
import { pairWatches } from './0013-pair-watches.ts';
import { webhooks } from './0014-webhooks.ts';
import { feedLinks } from './0015-feed-links.ts';

/** Every migration in order, by name. One is never edited after it is merged. */
export function migrationsOf(engine: Engine): Record<string, Migration> {
  return {
    '0001-first-tables': firstTables(engine),
    '0002-live-quotes': liveQuotes(engine),
    '0003-accounts': accounts(engine),
    '0004-incidents': incidents(engine),
    '0005-withheld-documents': withheldDocuments(engine),
    '0006-ecb-fixing-instant': ecbFixingInstants(),
    '0008-secret-and-ended-keys': secretAndEndedKeys(),
    '0010-receipts': receipts(),
    '0011-documents-by-hash': documentsByHash(),
    '0012-status-notes': statusNotes(engine),
    '0013-pair-watches': pairWatches(engine),
    '0014-webhooks': webhooks(engine),
    '0015-feed-links': feedLinks(),
  };
}
