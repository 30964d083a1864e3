import { setTimeout } from 'node:timers/promises';
import { checkpointText, parseCheckpoint } from '#lib/domain/log/checkpoint';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { NoteKey } from '#lib/platform/signed-note';
import type { LogHead } from '#lib/store/log/log-heads';
import type { Store } from '#lib/store/store';

/** What keeping the log works with. */
export interface LogKeeping {
  readonly store: Pick<Store, 'hasPendingEntries' | 'readLogSize' | 'readLogTree' | 'readNewestLogHead'> & {
    readonly write: Pick<Store['write'], 'enterMissing' | 'extendLog' | 'keepLogHead'>;
  };
  readonly clock: Pick<Clock, 'service'>;
  readonly log: Pick<Logger, 'error'>;
  readonly key: NoteKey;
}

/** How often the log is looked at: banks publish a few times a day, so a year of heads is a few megabytes. */
const LOOK_MS = 60_000;

/** How much longer than a step the rest after it is: hashing then takes a fifth of a processor at most. */
const REST_PER_STEP = 4;

/** Hashes what was entered, and signs heads; `stop` ends both after the step that is under way. */
export interface KeptLog {
  readonly stop: () => Promise<void>;
}

/**
 * Keeps the log of figures while this process leads: looks at once and then every minute, so that a receipt can prove what is a
 * minute old. First it enters what a process of an earlier version, which may have led until now, stored without an entry.
 */
export function keepLog(keeping: LogKeeping): KeptLog {
  const stopping = new AbortController();
  let round = Promise.resolve();
  let isUnderWay = false;
  let isWhole = false;
  const takeStep = async () => {
    if (!isWhole) await keeping.store.write.enterMissing(null);
    isWhole = true;
    await bringUpToDate(keeping, stopping.signal);
  };
  const look = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    round = takeStep()
      .catch((error: unknown) =>
        keeping.log.error({ err: error }, 'the log of figures could not be continued'),
      )
      .finally(() => {
        isUnderWay = false;
      });
  };
  const timer = setInterval(look, LOOK_MS).unref();
  look();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await round;
    },
  };
}

/** Hashes all that waits, and signs a head if there is something new. */
export async function bringUpToDate(
  { store, clock, key }: Omit<LogKeeping, 'log'>,
  signal: AbortSignal,
): Promise<void> {
  let isDone = !(await store.hasPendingEntries());
  while (!isDone && !signal.aborted) {
    const begunAt = performance.now();
    ({ isDone } = await store.write.extendLog(null));
    // Requests come first: a history of decades takes thousands of steps.
    await setTimeout((performance.now() - begunAt) * REST_PER_STEP);
  }
  if (!isDone) return;
  const size = await store.readLogSize();
  const newest = await store.readNewestLogHead();
  if (size === (newest?.size ?? 0)) return;
  await refuseRewritten(store, newest);
  const { root } = await store.readLogTree(size);
  const head = {
    origin: (newest && parseCheckpoint(newest.note)?.origin) ?? originOf(key),
    size,
    root: Buffer.from(root).toString('base64'),
  };
  await store.write.keepLogHead({
    size,
    root: head.root,
    signedAtMs: clock.service().getTime(),
    verifierKey: key.verifierKey(head.origin),
    note: key.sign(checkpointText(head), head.origin),
  });
}

/** Digits of the first key's fingerprint that tell logs apart. */
const ORIGIN_DIGITS = 16;

/** A log is called after the key that signed its first head, also when another one signs later. */
function originOf({ fingerprint }: NoteKey): string {
  return `crossrate/log/${fingerprint.slice(0, ORIGIN_DIGITS)}`;
}

/** A head that did not continue the one before would be signed by nobody honest. */
async function refuseRewritten(
  store: Pick<LogKeeping['store'], 'readLogTree'>,
  newest: LogHead | null,
): Promise<void> {
  if (newest === null) return;
  const { root } = await store.readLogTree(newest.size);
  if (Buffer.from(root).toString('base64') === newest.root) return;
  throw new Error(`the first ${newest.size} entries are not those of the newest checkpoint; none is signed`);
}
