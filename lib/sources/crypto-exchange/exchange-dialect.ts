import { HOUR_MS } from '#lib/domain/durations';
import type { IsoDay } from '#lib/domain/iso-day';
import type { Result } from '#lib/domain/result';
import type { HttpFailure } from '#lib/platform/http-client';
import type { Documents, HistorySpan, LayoutError, LeftOut, SourceDocument } from '#lib/sources/source';

import type { ExchangeFacts } from './facts.ts';

/** A market of an exchange's own list, under the exchange's names: one unit of `baseAsset` costs so much `quoteAsset`. */
export interface ExchangeMarket {
  /** What quotes and history are asked and answered under: `XXBTZEUR`, `BTCEUR`. */
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** Whether orders meet there now; a halted market repeats its last price. */
  readonly isTrading: boolean;
}

/** The price of one market that has one of now. */
export interface ExchangeTicker {
  readonly symbol: string;
  /** Units of the quote asset for one of the base asset: the last trade's as published, or the middle of bid and ask. */
  readonly price: string;
  /** Traded in the last 24 hours, in the base asset; 0 where it is not stated. */
  readonly volume: number;
  /** The exchange's own time; null where it gives none. */
  readonly observedAt: Date | null;
}

/** A document of one poll; `leftOut` are the markets whose entry cannot be read. */
export type ExchangeDocument = { readonly leftOut: readonly LeftOut[] } & (
  | { readonly kind: 'markets'; readonly markets: ReadonlyMap<string, ExchangeMarket> }
  | {
      readonly kind: 'tickers';
      readonly tickers: readonly ExchangeTicker[];
      /** Every market that it has, with a price of now or without. */
      readonly symbols: ReadonlySet<string>;
    }
);

/**
 * How long ago a market may have traded: what was paid longer ago is no price of now. A market that is thinner is taken from
 * the middle of bid and ask where the exchange states them, or not at all.
 */
export const TRADED_WITHIN_MS = HOUR_MS;

/** Our code for what an exchange called `asset` at an instant; null for what we do not know. Tickers are used again at times. */
export type AssetCode = (asset: string, at: Date) => string | null;

/** What is asked of an exchange. */
export interface ExchangeRequest {
  /** Path and query. */
  readonly path: string;
  /** A query that only makes the answer smaller; left away where the host refuses it. */
  readonly slimQuery?: string;
}

/** Asks an exchange for one document. */
export type Ask = (
  request: ExchangeRequest,
  isBulk?: boolean,
) => Promise<Result<SourceDocument, HttpFailure>>;

/** What one exchange says of itself, how it is asked, and how it writes. */
export interface ExchangeDialect {
  readonly facts: ExchangeFacts;
  /** Hosts that give the same answers, the first choice first. */
  readonly hosts: readonly [URL, ...URL[]];
  /** The list of markets and the prices of all markets. */
  readonly marketsRequest: ExchangeRequest;
  readonly tickersRequest: ExchangeRequest;
  readonly codeOf: AssetCode;
  /** Reads a document of a poll, told apart by content. Pure. */
  readonly read: (document: SourceDocument) => Result<ExchangeDocument, LayoutError>;
  readonly history: ExchangeHistory;
}

/** How an exchange gives out the days of a market. */
export interface ExchangeHistory {
  /** The first day of its oldest market. */
  readonly firstDay: string;
  /** How many finished days back from now it answers for; null: all of them. */
  readonly daysMax: number | null;
  readonly pauseMs: number;
  /** In front of a market's symbol, it makes the identifier of a history part. */
  readonly partPrefix: string;
  /** Every document can be read; some may have no finished day. */
  readonly fetch: (ask: Ask, market: ExchangeMarket, span: HistorySpan) => Promise<Documents>;
  /** Reads a history document of the exchange. Pure. */
  readonly read: (document: SourceDocument) => Result<MarketDays, LayoutError>;
}

/** The days of one market's document, whose market may not be stated in it. */
export interface MarketDays {
  readonly days: readonly ExchangeDay[];
  readonly leftOut: readonly LeftOut[];
  /** The market's name where the document states it. */
  readonly name?: string;
}

/** One day of a market before its codes are known; `low` and `high` are null where they are not those of that day alone. */
export interface ExchangeDay {
  readonly day: IsoDay;
  readonly rate: string;
  readonly low: string | null;
  readonly high: string | null;
  readonly observedAt: Date;
  /** Set where the day may not have ended when the document was made. */
  readonly isOpen?: true;
}
