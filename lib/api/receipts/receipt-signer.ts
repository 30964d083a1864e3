import { CompactSign } from 'jose';
import { currentReceiptKey, receiptNames } from '#lib/account/secrets/receipt-keys';
import {
  RECEIPT_HEAD,
  RECEIPT_VERSION,
  type ReceiptContent,
  type ReceiptPayload,
} from '#lib/contract/receipts';
import type { NewReceipt, ReceiptFigure } from '#lib/store/rates/receipts';
import type { Store } from '#lib/store/store';

/** Who issues receipts. */
export interface ReceiptIssuer {
  /** What keys and names are derived from. */
  readonly secret: Uint8Array;
  /** Where the service is reached; null where the operator has not said so. */
  readonly origin: string | null;
  readonly isSimulated: boolean;
}

/** What a receipt says beside its content. */
export interface ReceiptMoment {
  /** Names what the answer is made from: the same question then has the same receipt. */
  readonly madeFrom: string;
  readonly dataVersion: string;
  readonly issuedAt: Date;
}

/**
 * Signs receipts; gives the stored receipt of the same answer where there is one, and then nothing to store. Rejects where the
 * database cannot be read.
 */
export type SignReceipt = (
  content: ReceiptContent,
  moment: ReceiptMoment,
) => Promise<{ readonly jws: string; readonly toStore: NewReceipt | null }>;

/** Signs with the newest key that the database knows; with the next one where this process's secret does not give that. */
export function createReceiptSigner(
  { secret, origin, isSimulated }: ReceiptIssuer,
  reads: Pick<Store, 'readReceipt' | 'readReceiptKeys'>,
): SignReceipt {
  const nameOf = receiptNames(secret);
  return async (content, { madeFrom, dataVersion, issuedAt }) => {
    const id = nameOf(JSON.stringify([content, madeFrom, origin, isSimulated]));
    const known = await reads.readReceipt(id);
    if (known !== null) return { jws: known, toStore: null };
    const [newest] = await reads.readReceiptKeys();
    const { n, kid, x, privateKey } = await currentReceiptKey(newest, secret);
    const payload: ReceiptPayload = {
      version: RECEIPT_VERSION,
      id,
      issuedAt: issuedAt.toISOString(),
      issuer: origin,
      simulated: isSimulated,
      dataVersion,
      ...content,
    };
    const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ ...RECEIPT_HEAD, kid })
      .sign(privateKey);
    const issuedAtMs = issuedAt.getTime();
    const newKey = kid === newest?.kid ? null : { n, kid, x, sinceMs: issuedAtMs };
    return { jws, toStore: { id, issuedAtMs, jws, figures: figuresOf(content), newKey } };
  };
}

/** What was published; the figures of law are in this program. */
function figuresOf({ provenance: { legs } }: ReceiptContent): readonly ReceiptFigure[] {
  return legs
    .filter(({ act }) => act === null)
    .map(({ source, base, quote, figure: rate, observedAt, document }) => {
      return { source, base, quote, atMs: Date.parse(observedAt), rate, sha256: document?.sha256 ?? null };
    });
}
