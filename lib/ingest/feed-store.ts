import { createKindOf } from '#lib/domain/currencies/rate-kind';
import type { Environment } from '#lib/platform/environment';
import { createHttpClient } from '#lib/platform/http-client';
import { createSourcesOf } from '#lib/sources/create-sources';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import type { ListedSource } from '#lib/sources/source-facts';

import { runBackfills } from '#lib/ingest/history/backfill-runner';
import { rememberVersions } from '#lib/ingest/poll/poll-context';
import { type Ingest, startIngest } from './ingest.ts';
import type { Leading } from '#lib/ingest/poll/leadership';
import type { PollContext } from '#lib/ingest/poll/poll-context';
import { rememberRecentFigures } from '#lib/ingest/poll/recent-figures';
import type { PollListener } from '#lib/ingest/poll/scheduler';

/** Who names this program to publishers, as they ask for. */
export const USER_AGENT = 'Crossrate/0.1 (self-hosted exchange-rate service)';

/** The script of `npm run backfill`, from the project's root. */
const BACKFILL_SCRIPT = 'lib/cli/backfill.ts';

/** What feeding stands on. */
export interface Feeding extends Pick<
  PollContext,
  'store' | 'clock' | 'log' | 'snapshot' | 'health' | 'catchUp'
> {
  readonly environment: Environment;
  /** What is enabled, in priority order. */
  readonly sources: readonly ListedSource[];
  readonly onPoll: PollListener;
  /** The environment as it was given, for the process that fetches history. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  /** Begins what else only the process that polls may do. */
  readonly leadBeside: () => Leading;
}

/** Feeds the store from every source as the environment says: polls in this process, history in one beside it. */
export function feedStore({
  environment,
  sources,
  onPoll,
  variables,
  root,
  leadBeside,
  ...parts
}: Feeding): Ingest {
  const { clock, log } = parts;
  const clockNow = environment.clockStartsAt && { CLOCK: clock.service().toISOString() };
  return startIngest({
    sources: createSourcesOf(environment, sources),
    log,
    onPoll,
    leadBeside,
    context: {
      ...parts,
      http: createHttpClient({ clock, userAgent: USER_AGENT }),
      kindOf: createKindOf(LAW.pegs),
      random: Math.random,
      recentOf: rememberRecentFigures(),
      versionsOf: rememberVersions(),
    },
    runBackfills: () =>
      runBackfills({
        script: BACKFILL_SCRIPT,
        root,
        variables: { ...variables, ...clockNow },
        log,
        store: parts.store,
      }),
    retention: { minutesDays: environment.retainMinutesDays, hoursDays: environment.retainHoursDays },
  });
}
