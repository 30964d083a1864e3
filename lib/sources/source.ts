import type { IsoDay } from '#lib/domain/iso-day';
import type { FixingInstant, PublishedFixing } from '#lib/domain/observation';
import type { FixingSchedule } from '#lib/domain/publication-calendar';
import { fail, type Result } from '#lib/domain/result';
import type { SourceId } from '#lib/domain/source-id';
import type { DocumentVersion, HttpClient, HttpFailure } from '#lib/platform/http-client';

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

/** What the store has already, so that a source fetches the smallest document that closes the gap. */
export interface FetchWindow {
  /** Newest day in the store, or null when it has none. */
  readonly newestStoredOn: IsoDay | null;
  /** The service's own UTC day. */
  readonly today: IsoDay;
  /** The versions, by address, of documents whose figures are committed; the newest one is then asked for conditionally. */
  readonly storedVersions?: ReadonlyMap<string, DocumentVersion>;
}

/** What a source publishes, under which terms, and how its documents are fetched and read. Facts are data; only `fetch` does I/O. */
export interface Source {
  readonly id: SourceId;
  readonly name: string;
  /** The publisher's page for people. */
  readonly page: string;
  /** The publisher's terms in one sentence, and the credit it asks for. */
  readonly terms: string;
  readonly attribution: string;
  /** The currency that every figure of this source is quoted against. */
  readonly base: string;
  readonly schedule: FixingSchedule;
  /** How many pairs the newest publication is expected to hold; fewer than half is a failed poll. */
  readonly expectedPairs: number;
  /** First day the publisher has figures for. */
  readonly firstDay: string;
  /** Scheme and host that documents come from: the publisher's, https, or what the operator set instead. */
  readonly upstream: string;
  readonly fixingInstant: FixingInstant;
  /**
   * Fetches the smallest set of documents that closes the window's gap; every document of a success can be parsed.
   * An empty list means that the publisher's newest document is one of `storedVersions`. The failure is the one of
   * the last choice, and its sentence tells of every choice.
   */
  readonly fetch: (
    http: HttpClient,
    window: FetchWindow,
  ) => Promise<Result<readonly SourceDocument[], HttpFailure | LayoutError>>;
  /** Reads any document of the publisher (xml, csv, zip told apart by content). Pure; never an empty list. */
  readonly parse: (document: SourceDocument) => Result<readonly PublishedFixing[], LayoutError>;
}

/** Declares a source; the place for compile-time checks that every adapter must pass. */
export function defineSource(source: Source): Source {
  return source;
}

/** A document in no layout that its source knows; the sentence says what was found and what was expected, safe for a terminal. */
export function unknownLayout(sentence: string): { readonly ok: false; readonly error: LayoutError } {
  return fail({ kind: 'unknown-layout', sentence: sentence.replaceAll(/\p{Cc}/gu, '?') });
}
