import type { IsoDay } from '#lib/domain/iso-day';
import type { PublishedBar, PublishedFixing, PublishedTick } from '#lib/domain/rates/observation';
import { fail, type Result } from '#lib/domain/result';
import type { DocumentVersion, HttpClient, HttpFailure } from '#lib/platform/http-client';

import type { FixingFacts, TickFacts } from './source-facts.ts';

/** One document as it came from a publisher or from a file: the bytes and where they were read. */
export interface SourceDocument {
  /** The address it was fetched from, or `file:NAME`. */
  readonly url: string;
  readonly body: Uint8Array;
  readonly fetchedAt: Date;
  /** How the publisher names this version of the document; absent for files. */
  readonly version?: DocumentVersion;
}

/** Why a document is not in a layout that this source knows; the sentence is for the operator. */
export interface LayoutError {
  readonly kind: 'unknown-layout';
  readonly sentence: string;
}

/** What a fetch comes to: documents that can all be parsed, or the failure of the last choice. */
export type Documents = Result<readonly SourceDocument[], HttpFailure | LayoutError>;

/** What the store has already, so that a source fetches the smallest document that closes the gap. */
export interface FetchWindow {
  /** Newest day in the store, or null when it has none. */
  readonly newestStoredOn: IsoDay | null;
  /** The service's own UTC day. */
  readonly today: IsoDay;
  /** The versions, by address, of documents whose figures are committed; the newest one is then asked for conditionally. */
  readonly storedVersions?: ReadonlyMap<string, DocumentVersion>;
  /** Ends the fetch. */
  readonly signal?: AbortSignal | undefined;
}

/** Where a source's documents come from. */
export interface Upstream {
  /** Scheme and host: the publisher's, https, or what the operator set instead. */
  readonly upstream: string;
  /** Whether the operator set `upstream` (UPSTREAM_<ID>). */
  readonly isOperatorAddress: boolean;
}

/** A piece of a publisher's history that one step of a backfill fetches. */
export interface HistoryPart {
  /** Names the part for good, so that a backfill that was cut off goes on after it: `2024`, `XXBTZUSD`. */
  readonly id: string;
  /** The days it covers, inclusive. */
  readonly from: IsoDay;
  readonly to: IsoDay;
}

/** The days that a backfill is about, inclusive. */
export interface HistorySpan {
  readonly from: IsoDay;
  readonly to: IsoDay;
}

/** How a publisher gives out its history. */
export interface SourceHistory {
  /** The first day the publisher has figures for. */
  readonly firstDay: string;
  /** The parts that cover a span, newest first. May ask the publisher for its list of markets. */
  readonly parts: (
    http: HttpClient,
    span: HistorySpan,
    signal?: AbortSignal,
  ) => Promise<Result<readonly HistoryPart[], HttpFailure | LayoutError>>;
  /** Fetches one part; an empty list means that the publisher has nothing there. */
  readonly fetch: (http: HttpClient, part: HistoryPart, signal?: AbortSignal) => Promise<Documents>;
  /** The pause between two calls that the publisher asks for; not kept towards an address of the operator. */
  readonly pauseMs: number;
}

/** A series that does not count though its document is read: the others do. */
export interface LeftOut {
  readonly rule: 'unreadable_series' | 'missing_series' | 'second_market';
  /** `EUR/USD` where the pair is known, else as the publisher calls it. */
  readonly series: string;
  /** What is wrong with it, for the operator. */
  readonly reason: string;
}

/** What a document states: its figures, and the series that are left out of them. */
export interface Stated<Figure> {
  readonly figures: readonly Figure[];
  readonly leftOut: readonly LeftOut[];
}

/** Takes the next figure of a document. */
export type TakeFixing = (fixing: PublishedFixing) => void;

/** A source that publishes once a period. Only `fetch` does I/O. */
export interface FixingSource extends FixingFacts, Upstream {
  /**
   * Fetches the smallest set of documents that closes the window's gap; every document of a success can be parsed.
   * An empty list means that the publisher's newest document is one of `storedVersions`. The failure is the one of
   * the last choice, and its sentence tells of every choice.
   */
  readonly fetch: (http: HttpClient, window: FetchWindow) => Promise<Documents>;
  /**
   * Reads any document that a poll may bring, told apart by content. Pure; never an empty list. XML that is larger than a
   * poll's document is refused, because polls are read beside requests.
   */
  readonly parse: (document: SourceDocument) => Result<Stated<PublishedFixing>, LayoutError>;
  /**
   * The same figures of a document of any size in the same order, each handed on as soon as it is read, so that a history of 200,000 is never held
   * as rows; answers which series are left out. Remembers nothing. A failure may come after many figures, which then count
   * for nothing. Absent where the publisher has no document that would be worth it.
   */
  readonly scan?: (document: SourceDocument, take: TakeFixing) => Result<readonly LeftOut[], LayoutError>;
  readonly history: SourceHistory;
}

/** The quotes of one document. */
export interface DocumentTicks {
  readonly document: SourceDocument;
  readonly ticks: readonly PublishedTick[];
  readonly leftOut: readonly LeftOut[];
}

/** A market that quotes all the time while it is open. Only `fetch` does I/O. */
export interface TickSource extends TickFacts, Upstream {
  /** Fetches what is needed for one poll of every pair, lists of markets included (they may be kept for a while). */
  readonly fetch: (http: HttpClient, signal?: AbortSignal) => Promise<Documents>;
  /** Reads the documents of one poll. Pure; unknown layouts are errors, never an empty list. */
  readonly parse: (documents: readonly SourceDocument[]) => Result<readonly DocumentTicks[], LayoutError>;
  /** Null where the publisher gives out no history. */
  readonly history: TickHistory | null;
}

/** The daily history of a market. */
export interface TickHistory extends SourceHistory {
  /** Reads any history document of the publisher, told apart by content and name. Pure; never an empty list. */
  readonly parse: (document: SourceDocument) => Result<Stated<PublishedBar>, LayoutError>;
}

/** A source that publishes, and so has an upstream, documents and history in the store. */
export type Source = FixingSource | TickSource;

/** Declares a source that publishes once a period; the place for compile-time checks that every adapter must pass. */
export function defineFixingSource(source: FixingSource): FixingSource {
  return source;
}

/** Declares a market that quotes all the time. */
export function defineTickSource(source: TickSource): TickSource {
  return source;
}

/** A document in no layout that its source knows; the sentence says what was found and what was expected, safe for a terminal. */
export function unknownLayout(sentence: string): { readonly ok: false; readonly error: LayoutError } {
  return fail({ kind: 'unknown-layout', sentence: sentence.replaceAll(/\p{Cc}/gu, '?') });
}

/** A series that its document has in a form that cannot be read; `series` as in {@link LeftOut}. */
export function unreadable(series: string, reason: string): LeftOut {
  const printable = (text: string) => text.slice(0, NAMED_LENGTH_MAX).replaceAll(/\p{Cc}/gu, '?');
  return { rule: 'unreadable_series', series: printable(series), reason: printable(reason) };
}

/** Longer names and reasons are no use in a log line. */
const NAMED_LENGTH_MAX = 120;
