import type { Transport } from '#lib/client/asking/ask';
import type { StatusReport } from '#lib/contract/responses';
import type { ShownReceipt } from '#lib/contract/receipts';
import type { BoardReport, IncidentMonth } from '#lib/contract/status-page';
import type { Clock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import type { ListedSource } from '#lib/sources/source-facts';

/** Who reads a page: somebody who is signed in, anybody, or one who must sign in before there is anything to see. */
export type Reader = 'member' | 'anonymous' | 'nobody';

/** Everything that pages are drawn from. Figures come over {@link PageReading.transport} alone. */
export interface PageService {
  readonly environment: Pick<
    Environment,
    'publicUrl' | 'isSimulated' | 'clockStartsAt' | 'rateLimitPerMinute' | 'isSignUpOpen'
  >;
  /** The facts of what is enabled, in priority order. */
  readonly sources: readonly ListedSource[];
  readonly clock: Clock;
  /** What a reader sees; null where this reader must sign in first. */
  readonly readingFor: (reader: Reader) => PageReading | null;
  /** How every source and every part is doing now. */
  readonly status: () => Promise<StatusReport>;
  /** The report for people. */
  readonly statusBoard: () => Promise<BoardReport>;
  /** The incidents of a UTC month at the sources that are enabled here; a `source` of null is all of them. Null where they cannot be read. */
  readonly incidentMonth: (asked: IncidentMonthAsked) => Promise<IncidentMonth | null>;
  /** A stored receipt, for everybody who knows its name; null where there is none of it. Rejects where it cannot be read. */
  readonly receipt: (id: string) => Promise<ShownReceipt | null>;
}

/** A UTC month such as `2026-11`, of one source or of all. */
export interface IncidentMonthAsked {
  readonly month: string;
  readonly source: string | null;
}

/** What one reader of a page sees. */
export interface PageReading {
  /** Asks /v1 for the page: the same handlers that answer everybody, no key. */
  readonly transport: Transport;
  /** Null is every enabled source. */
  readonly allowedSources: ReadonlySet<string> | null;
}

const PLACE = Symbol.for('crossrate.page-service');

interface Holder {
  [PLACE]?: PageService;
}

/** What this process draws pages from; throws where nobody set it, as in a process that draws none. */
export function pageService(): PageService {
  const holder: typeof globalThis & Holder = globalThis;
  const held = holder[PLACE];
  if (!held)
    throw new Error('pages are drawn by our own server only: start it with npm start or npm run dev');
  return held;
}

/** Sets what pages are drawn from: once a process, because module state exists once a bundle. */
export function setPageService(set: PageService): void {
  const holder: typeof globalThis & Holder = globalThis;
  holder[PLACE] = set;
}
