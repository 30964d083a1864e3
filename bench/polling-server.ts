import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { readEnvironment } from '#lib/platform/environment';
import { noteKeyOf } from '#lib/platform/signed-note';
import { service, OWN_LISTENER } from '#lib/service';
import { serve } from '#lib/server/serve';
import { USER_AGENT } from '#lib/ingest/feed-store';
import { startIngest } from '#lib/ingest/ingest';
import { rememberVersions } from '#lib/ingest/polling/document-versions';
import { rememberRecentFigures } from '#lib/ingest/polling/recent-figures';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { createHttpClient } from '#lib/platform/http-client';
import { createSourcesOf } from '#lib/sources/create-sources';
import { FACTS as LAW } from '#lib/sources/fixed/facts';

/** The service with ROLE=web, and polls of every source beside it but no history, which has a process of its own. */
await serve(readEnvironment(process.env, process.cwd()));
const { environment, sources, store, clock, log, snapshot, catchUp } = await service(OWN_LISTENER);
await store.writable;
startIngest({
  sources: createSourcesOf(environment, sources),
  log,
  onPoll: () => {},
  context: {
    store,
    http: createHttpClient({ clock, userAgent: USER_AGENT }),
    clock,
    log,
    snapshot,
    health: () => UNCHECKED,
    kindOf: createKindOf(LAW.pegs),
    catchUp,
    random: Math.random,
    recentOf: rememberRecentFigures(),
    versionsOf: rememberVersions(),
  },
  runBackfills: null,
  logKey: noteKeyOf(randomBytes(32)),
  retention: { minutesDays: 7, hoursDays: 400 },
});
