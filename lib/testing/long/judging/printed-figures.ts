import { pairKey } from '#lib/domain/rates/pair';
import type { SourceId } from '#lib/domain/source-id';
import type { HttpClient } from '#lib/platform/http-client';
import { createSources } from '#lib/sources/create-sources';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import type { TickSource } from '#lib/sources/source';
import { createPublisher } from '#lib/testing/fault-campaign/campaign-publisher';
import { createDirectHttp } from '#lib/testing/fault-campaign/direct-http';
import { createPublishedTruth, withShortHistory } from '#lib/testing/fault-campaign/published-truth';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { isSimulatedSource, SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import { createSimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** A published figure as an answer names it: one `base` cost `figure` units of `quote` at `source` at an instant. */
export interface NamedFigure {
  readonly source: SourceId;
  readonly base: string;
  readonly quote: string;
  readonly figure: number;
  readonly atMs: number;
}

/** What simulated publishers printed while a service asked them. */
export interface PrintedFigures {
  /** Reads what publishers print, step by step, up to now; to be called about once a second. */
  readonly follow: () => Promise<void>;
  /** Whether the publisher printed the figure for that instant; with `mayBeOld` also a figure that it had printed earlier. */
  readonly isPrinted: (figure: NamedFigure, mayBeOld?: boolean) => boolean;
  /** What a bank printed of a pair for an instant; undefined where it printed none. */
  readonly bankFigure: (named: Omit<NamedFigure, 'figure'>) => number | undefined;
  /** Reads the banks again: one may have published since. */
  readonly readBanks: () => Promise<void>;
}

/** Whether a source is a bank, whose figures stand for days. */
export function isBank(source: SourceId): boolean {
  return source === 'ecb' || source === 'boe' || source === 'fed' || source === 'boj';
}

/** The first instant from which every bank's figures are known. */
export const KNOWN_SINCE_MS = Date.UTC(2026, 6, 1);

/** The publishers' clock is that far behind, so that no figure is ever ahead of its reader. */
const BEHIND_MS = 5_000;

/** It moves in steps, so that what was printed when a service asked can be read again. */
const STEP_MS = 5_000;

/** A tick without a time of its own bears the instant of its fetch, at most so long after the step that it was printed in. */
const FETCH_MS_MAX = BEHIND_MS + STEP_MS + 15_000;

/** Relative: the same figure as text and as a number. */
const SAME = 1e-12;

/** The simulated publishers' seed unless another is given. */
const SEED = 1;

/** The clock to give to simulated publishers whose figures are compared, `offsetMs` ahead of the system's. */
export function steppedNow(offsetMs = 0): Date {
  return new Date(Math.floor((Date.now() + offsetMs - BEHIND_MS) / STEP_MS) * STEP_MS);
}

/** Reads beside a service what healthy publishers of the same seed print on {@link steppedNow}; to be made before the service starts. */
export function followPrintedFigures(): PrintedFigures {
  const rates = createSimulatedRates(SEED);
  const publishers = new Map(SIMULATED_SOURCES.map((id) => [id, createPublisher(id, rates)]));
  const sources = createSources({
    upstream: (id) => new URL(`http://${id}.healthy/`),
    exchange: 'kraken',
  }).map(withShortHistory);
  const httpAt = (instant: Date): HttpClient =>
    createDirectHttp({
      clock: fixedClock(instant.toISOString()),
      noise: rates.noise,
      publisherAt: (host) => {
        const id = host.replace('.healthy', '');
        const publisher = isSimulatedSource(id) ? publishers.get(id) : undefined;
        if (!publisher) throw new Error(`${host} is not simulated.`);
        return publisher;
      },
    });
  const bankClock = fixedClock(steppedNow().toISOString());
  const ticks = createTickRecord();
  let banks = createPublishedTruth(httpAt(bankClock.service()), bankClock);
  const readBanks = async () => {
    bankClock.moveTo(steppedNow());
    const fresh = createPublishedTruth(httpAt(bankClock.service()), bankClock);
    for (const source of sources) if (source.cadence === 'fixing') await fresh.note(source);
    banks = fresh;
  };
  let nextStepMs = steppedNow().getTime();
  let hasReadBanks = false;
  const follow = async () => {
    if (!hasReadBanks) {
      hasReadBanks = true;
      await readBanks();
    }
    // Every step, asked for or not: a publisher that is stuck may print any of them later.
    for (; nextStepMs <= steppedNow().getTime(); nextStepMs += STEP_MS) {
      for (const source of sources) {
        if (source.cadence !== 'tick' || !isSimulatedSource(source.id)) continue;
        await ticks.note(source, httpAt(new Date(nextStepMs)), nextStepMs);
      }
    }
  };
  return {
    follow,
    readBanks,
    bankFigure: ({ source, base, quote, atMs }) => banks.figure(source, base, quote, atMs),
    isPrinted: (named, mayBeOld = false) => {
      const { source, base, quote, figure, atMs } = named;
      if (source === 'fixed') return isPeg(named);
      const printed = banks.figure(source, base, quote, atMs);
      return (printed !== undefined && isSame(printed, figure)) || ticks.has(named, mayBeOld);
    },
  };
}

/** A tick as it was printed in a step; without a time of its own where the publisher gives none. */
interface PrintedTick {
  readonly stepMs: number;
  readonly figure: number;
  readonly ownMs: number | null;
}

function createTickRecord() {
  const byPair = new Map<string, PrintedTick[]>();
  return {
    note: async (source: TickSource, http: HttpClient, stepMs: number): Promise<void> => {
      for (const { base, quote, rate, observedAt } of await ticksOf(source, http)) {
        const name = `${source.id} ${pairKey(base, quote)}`;
        const printed = byPair.get(name) ?? [];
        printed.push({ stepMs, figure: Number(rate), ownMs: observedAt?.getTime() ?? null });
        byPair.set(name, printed);
      }
    },
    has: ({ source, base, quote, figure, atMs }: NamedFigure, mayBeOld: boolean): boolean => {
      const printed = byPair.get(`${source} ${pairKey(base, quote)}`) ?? [];
      return printed.some(
        (tick) =>
          isSame(tick.figure, figure) &&
          (tick.ownMs === atMs || (atMs >= tick.stepMs && (mayBeOld || atMs <= tick.stepMs + FETCH_MS_MAX))),
      );
    },
  };
}

async function ticksOf(source: TickSource, http: HttpClient) {
  const documents = await source.fetch(http);
  if (!documents.ok) throw new Error(`${source.id}: ${documents.error.sentence}`);
  const parsed = source.parse(documents.value);
  if (!parsed.ok) throw new Error(`${source.id}: ${parsed.error.sentence}`);
  return parsed.value.flatMap(({ ticks }) => ticks);
}

/** Whether a law of the product says so. */
function isPeg({ base, quote, figure }: NamedFigure): boolean {
  return LAW.pegs.some((peg) => peg.base === base && peg.quote === quote && isSame(Number(peg.rate), figure));
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME * Math.abs(other);
}
