import type { Writable } from 'node:stream';
import { type ApiError, tooManyStreams } from '#lib/contract/errors';
import { STREAM_LIMITS } from '#lib/contract/request-limits';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok, type Result } from '#lib/domain/result';
import type { Logger } from '#lib/platform/logger';
import type { SnapshotViews } from '#lib/api/callers/allowed-sources';
import type { QueuePlace } from '#lib/api/limits/fair-queue';
import { digestsIn } from './pair-news.ts';
import { createStreamTopics, type ToldTopics, untoldEvents } from './stream-topics.ts';
import { createStreamWatch, STREAM_TIMES, type StreamTimes } from './stream-watch.ts';

/** A stream that somebody wants. */
export interface WantedStream {
  readonly pairs: readonly Pair[];
  readonly source: SourceChoice;
  /** The only sources to tell of; null is every enabled one. */
  readonly allowedSources: ReadonlySet<string> | null;
  /** Who is counted. */
  readonly place: QueuePlace;
  /** Whether the reader's key still lets it read them. */
  readonly holds: () => boolean;
  /** The id of the last event that the reader has; null where it has none. */
  readonly lastEventId: string | null;
}

/** Begins a stream on what its bytes are written to, whose head has gone out. */
export type BeginStream = (outlet: Writable) => void;

/** Every stream of the process. */
export interface RateStreams {
  /** Fails where the reader, or all of them, have as many streams as may be. */
  readonly open: (wanted: WantedStream) => Result<BeginStream, ApiError>;
  /** Ends all streams at once, and from now on each one that begins. */
  readonly end: () => void;
  readonly count: () => number;
}

/** What streams stand on. */
export interface StreamSetup {
  readonly snapshot: () => RateSnapshot;
  readonly views: SnapshotViews;
  readonly log: Pick<Logger, 'error'>;
  readonly times?: StreamTimes;
}

/** What may wait for a reader beside what the system takes: some two hundred events. */
const WAITING_BYTES_MAX = 64 * 1024;

/** When a client connects again: a server that ends listens no longer by then. */
const RETRY_LINE = 'retry: 3000\n\n';

const BEAT = ':\n\n';

/** Why a stream ends. */
const ENDS = {
  drain: 'this server is ending; connect again',
  key: 'the key has ended, expired or changed',
  slow: 'too much waits to be read; connect again and read faster',
  defect: 'something went wrong here; connect again',
} as const;

type End = keyof typeof ENDS;

interface Stream extends ToldTopics {
  readonly outlet: Writable;
  readonly allowedSources: ReadonlySet<string> | null;
  readonly holds: () => boolean;
  /** Whom it counts for. */
  readonly caller: string;
}

/** Tells readers of pairs. One timer looks for other figures while there are readers; what changed is written once for all. */
export function createRateStreams(setup: StreamSetup): RateStreams {
  const { snapshot, views, log, times = STREAM_TIMES } = setup;
  const streams = new Set<Stream>();
  const topics = createStreamTopics();
  const counts = new Map<string, number>();
  let isDraining = false;
  const leave = (stream: Stream) => {
    if (!streams.delete(stream)) return;
    topics.drop(stream);
    counts.set(stream.caller, (counts.get(stream.caller) ?? 0) - 1);
    if (counts.get(stream.caller) === 0) counts.delete(stream.caller);
    if (streams.size === 0) watch.stop();
  };
  const end = (stream: Stream, why: End) => {
    leave(stream);
    part(stream.outlet, why, times.partingMs);
  };
  const watch = createStreamWatch(times, {
    version: () => snapshot().version,
    readers: streams,
    visit: (stream, { isChanged, isBeat }) => {
      if (!stream.holds()) return end(stream, 'key');
      const view = views.viewOf(snapshot(), stream.allowedSources);
      const text = (isChanged ? untoldEvents(stream, view.snapshot) : '') || (isBeat ? BEAT : '');
      if (stream.outlet.writableLength > WAITING_BYTES_MAX) end(stream, 'slow');
      else if (text !== '') stream.outlet.write(text);
    },
    onDefect: (error) => {
      log.error({ err: error }, 'streams of rates ended in a defect');
      for (const stream of streams) end(stream, 'defect');
    },
  });
  const begin = ({ allowedSources, holds, lastEventId, ...wanted }: WantedStream, outlet: Writable) => {
    if (isDraining) return part(outlet, 'drain', times.partingMs);
    const view = views.viewOf(snapshot(), allowedSources);
    const told = topics.take(wanted, view, digestsIn(lastEventId));
    const caller = nameOf(wanted.place);
    const stream: Stream = { ...told, outlet, allowedSources, holds, caller };
    streams.add(stream);
    counts.set(caller, (counts.get(caller) ?? 0) + 1);
    outlet.once('close', () => leave(stream));
    outlet.write(`${RETRY_LINE}${untoldEvents(stream, view.snapshot)}`);
    watch.start();
  };
  return {
    open: (wanted) => {
      const { caller, all } = STREAM_LIMITS;
      const whose = wanted.place.lane === 'keys' ? 'with this key' : 'from pages at this address';
      if ((counts.get(nameOf(wanted.place)) ?? 0) >= caller) return fail(tooManyStreams(whose, caller));
      if (streams.size >= all) return fail(tooManyStreams('at this server', all));
      return ok((outlet) => begin(wanted, outlet));
    },
    end: () => {
      isDraining = true;
      for (const stream of streams) end(stream, 'drain');
    },
    count: () => streams.size,
  };
}

function nameOf({ lane, line }: QueuePlace): string {
  return `${lane} ${line}`;
}

/** Says why a stream ends, to a reader who may be behind and has a moment to read it. */
function part(outlet: Writable, why: End, partingMs: number): void {
  outlet.end(`: ${ENDS[why]}\n${RETRY_LINE}`);
  const parting = setTimeout(() => outlet.destroy(), partingMs);
  outlet.once('close', () => clearTimeout(parting));
}
