import type { IncomingHttpHeaders } from 'node:http';
import type { IsoDay } from '#lib/domain/iso-day';
import type { PolledSourceId } from './faults/faults.ts';
import type { FigureLens } from './faults/figure-lens.ts';

/** One request as a publisher sees it. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One answer as a publisher gives it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Given where the publisher answers conditional requests: when the document changed last. */
  readonly lastModified?: Date;
}

/** A publisher without its network: an answer to every request, in its own format. */
export interface Publisher {
  readonly source: PolledSourceId;
  /** Lists of the names of pairs that it has now, where there are such lists; a fault takes its share of each. */
  readonly universes: readonly (readonly string[])[];
  /** What it answers when it has nothing: no body at all, or its format without a figure (JSON and pages). */
  readonly whenEmpty: 'no body' | 'no figures';
  readonly answer: (ask: Ask, lens: FigureLens) => Answer;
}

/** Base and quote of a pair that a publisher has. */
export type SimulatedPair = readonly [base: string, quote: string];

/** Limits of single publishers that tests lower or raise. */
export interface SimulatedLimits {
  /** So many trading markets at Binance for a load test; its main ones unless given. */
  readonly cryptoMarkets?: number | null;
  /** The first day in the ECB's documents of its whole history; its own in 1999 unless given. */
  readonly ecbHistoryFrom?: IsoDay;
  /** So many values a page of the Bank of Japan; its own 60,000 unless given. */
  readonly bojValuesPerPage?: number;
}

/** A document in a text format. */
export function textAnswer(contentType: string, body: string | Uint8Array, lastModified?: Date): Answer {
  return {
    status: 200,
    headers: { 'Content-Type': contentType },
    body,
    ...(lastModified && { lastModified }),
  };
}

/** A value as JSON on one line. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

/** A page for people. */
export function pageAnswer(title: string, status: number): Answer {
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: htmlPage(title) };
}

/** An HTML page that is no document of any publisher. */
export function htmlPage(title: string): string {
  return `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}
