import { hash } from 'node:crypto';
import { errorBody } from '#lib/contract/errors';
import type { Pair } from '#lib/domain/rates/pair';
import { findRate, type SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { pairRateOf } from '#lib/api/rates/pair-rate';
import { rateError } from '#lib/api/rates/rate-errors';

/** What is to be told of a pair, made once for all who are told. */
export interface PairNews {
  /** The event up to the version. */
  readonly start: string;
  /** Names what is told: news with the same figure, source, time and age have the same one, whenever and wherever they are made. */
  readonly digest: string;
}

/** 36 bits: of 69 thousand million changes of a pair one has the digest of what was before. */
const DIGEST_LENGTH = 6;

/** What a snapshot says of a pair: what `/v1/rates/pair` answers, be it that there is no rate. */
export function pairNews(pair: Pair, source: SourceChoice, snapshot: RateSnapshot): PairNews {
  const found = findRate(snapshot, pair, source);
  const told = found.ok
    ? { ...pairRateOf(pair, found.value), stale: found.value.stale }
    : { from: pair.base, to: pair.quote, ...errorBody(rateError(found.error, snapshot)) };
  const text = JSON.stringify(told);
  return {
    start: `event: ${found.ok ? 'rate' : 'unavailable'}\ndata: ${text.slice(0, -1)},"dataVersion":"`,
    digest: hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH),
  };
}

/**
 * The event of news. Its id names the version, and the digest of everything that its reader has with it: whichever process gets
 * the id back can tell, of each pair, whether that is what it has now.
 */
export function eventOf({ start }: PairNews, version: string, digests: readonly string[]): string {
  return `${start}${version}"}\nid: ${version}:${digests.join('')}\n\n`;
}

const ID_FORM = /^[\d.]+:((?:[\w-]{6})*)$/;

/** The digests in the id of an event; none in what is no such id. */
export function digestsIn(lastEventId: string | null): ReadonlySet<string> {
  const [, digests = ''] = ID_FORM.exec(lastEventId ?? '') ?? [];
  return new Set(digests.match(/.{6}/g));
}
