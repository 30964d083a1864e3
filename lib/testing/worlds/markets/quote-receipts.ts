import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import type { Store } from '#lib/store/store';
import { barOf } from '#lib/testing/builders/made-up-market';
import { aReceiptPayload, signedReceipt, testKey } from '#lib/testing/builders/receipts';
import { MARKET } from '#lib/testing/builders/store-suite-builders';
import { coinOf, hourDocument } from './filled-market.ts';

/** A stored receipt of a quote of a filled market: one unit of its coin costs `rate` US dollars. */
export interface QuoteReceipt {
  readonly id: string;
  /** The public keys that verify it. */
  readonly keys: string;
  readonly market: number;
  readonly atMs: number;
  readonly rate: number;
  /** Of the document that brought the quote, in hex. */
  readonly sha256: string;
}

/** Stores a receipt of the last quote of a market in the first minute of an hour that has one. */
export async function storeQuoteReceipt(
  { write }: Pick<Store, 'write'>,
  { market, hourMs }: { readonly market: number; readonly hourMs: number },
): Promise<QuoteReceipt> {
  const { at: atMs, rate } = firstMinute(market, hourMs);
  const sha256 = createHash('sha256').update(hourDocument(hourMs)).digest('hex');
  const base = coinOf(market);
  const payload = aReceiptPayload([{ base, quote: 'USD', figure: rate, inverted: false }]);
  const id = createHash('sha256')
    .update(`${market} ${hourMs}`)
    .digest('base64url')
    .slice(0, 21)
    .padEnd(22, 'A');
  const { jws, keys } = await signedReceipt({
    ...payload,
    id,
    provenance: {
      ...payload.provenance,
      legs: payload.provenance.legs.map((leg) => ({
        ...leg,
        source: MARKET,
        observedAt: new Date(atMs).toISOString(),
        document: { url: 'https://exchange.example/ticker', sha256 },
      })),
    },
  });
  const figures = [{ source: MARKET, base, quote: 'USD', atMs, rate, sha256 }];
  const { kid, x } = await testKey(1);
  await write.storeReceipt({ id, issuedAtMs: atMs, jws, figures, key: { kid, x } });
  return { id, keys, market, atMs, rate, sha256 };
}

function firstMinute(market: number, hourMs: number) {
  for (let minuteMs = hourMs; minuteMs < hourMs + HOUR_MS; minuteMs += MINUTE_MS) {
    const bar = barOf(market, { fromMs: minuteMs, endMs: minuteMs + MINUTE_MS });
    if (bar) return bar;
  }
  throw new Error(`market ${market} has no quote in the hour from ${hourMs}`);
}
