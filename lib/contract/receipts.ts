import { z } from 'zod';

/** Where the public keys of receipts are served. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** Every signature is one of Ed25519. */
export const RECEIPT_HEAD = { alg: 'EdDSA', typ: 'crossrate-receipt+jws' } as const;

const leg = z.looseObject({
  source: z.string(),
  base: z.string(),
  quote: z.string(),
  figure: z.number(),
  inverted: z.boolean(),
  observedAt: z.iso.datetime(),
  firstSeenAt: z.iso.datetime().nullable(),
  act: z.string().nullable(),
  document: z.looseObject({ url: z.string(), sha256: z.string() }).nullable(),
});

/** What is signed. Members that a reader does not know are signed too, and no error: later receipts may say more. */
export const receiptPayload = z.looseObject({
  version: z.literal(1),
  /** The receipt is shown at `/receipt/<id>`. */
  id: z.string(),
  issuedAt: z.iso.datetime(),
  /** Where the service is reached; null where its operator has not said so. */
  issuer: z.string().nullable(),
  /** Whether the figures are made up or the clock was set: such a receipt proves nothing about real rates. */
  simulated: z.boolean(),
  /** The version of the service's data, as in `X-Data-Version`. */
  dataVersion: z.string(),
  /** The query in one form: codes in upper case, plain decimals, instants in full. */
  question: z.looseObject({ path: z.string(), parameters: z.record(z.string(), z.string()) }),
  /** The answer as it was given, without what was included beside it. */
  answer: z.looseObject({
    from: z.string(),
    to: z.string(),
    amount: z.number().optional(),
    result: z.number().optional(),
    rate: z.number(),
  }),
  provenance: z.looseObject({
    kind: z.enum(['identity', 'direct', 'inverse', 'cross']),
    legs: z.array(leg),
    note: z.string().optional(),
  }),
});

/** As {@link receiptPayload}. */
export type ReceiptPayload = z.infer<typeof receiptPayload>;

/** What was asked and answered, and how the answer was made: the part of a receipt that does not depend on when it was issued. */
export type ReceiptContent = Pick<ReceiptPayload, 'question' | 'answer' | 'provenance'>;

/** A stored receipt, and the JSON Web Key Set (RFC 7517) with the key that signed it. */
export interface ShownReceipt {
  readonly jws: string;
  readonly jwks: string;
}
