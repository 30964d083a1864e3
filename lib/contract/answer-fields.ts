import { z } from 'zod';
import { CHOICE_RULES } from '#lib/domain/rates/choice-reason';
import { SOURCE_IDS } from '#lib/domain/source-id';
import { EXAMPLE_TIMES } from './endpoint-contract.ts';

/** A currency code. */
export const code = z
  .string()
  .regex(/^[A-Z0-9]{2,10}$/)
  .meta({
    id: 'CurrencyCode',
    description: 'A currency code of ISO 4217 or of a crypto asset, in upper case.',
  });

/** The identifier of a source. */
export const source = z.enum(SOURCE_IDS).meta({ id: 'SourceId', description: 'The identifier of a source.' });

/** An instant. */
export const instant = z.iso
  .datetime({ precision: 3 })
  .meta({ id: 'Instant', description: 'An instant in UTC with milliseconds (ISO 8601).' });

/** A rate or a published figure. */
export const rate = z.number().positive();

/** How current a figure is. */
export const age = z.enum(['fresh', 'closed', 'late', 'stale', 'law']).meta({
  id: 'Age',
  description:
    'How current a figure is by its publisher’s own calendar; `closed` for the last figure of a market that is closed; `law` for a rate that law fixes.',
});

/** For how long the market of a rate is closed. */
export const market = z
  .strictObject({
    closedAt: instant.meta({ description: 'When it closed.' }),
    opensAt: instant.meta({ description: 'When it opens.' }),
  })
  .meta({ id: 'MarketClosing', description: 'The time for which a market is closed.' })
  .optional()
  .meta({
    description: 'Of a rate of a market that is closed: since when and until when. Absent while it is open.',
  });

/** The two currencies of a pair, as they were asked for. */
export const pairFields = {
  from: code.meta({ description: 'The currency of which one unit is priced, in upper case.' }),
  to: code.meta({ description: 'The currency in which the price is given, in upper case.' }),
};

/** The base of a table. */
export const baseField = code.meta({ description: 'The base currency, in upper case.' });

/** Whom a table was asked of. */
export const askedSourceField = z
  .union([source, z.literal('default')])
  .meta({ description: 'The source that was asked for, or `default`.' });

/** A rate of `from` and `to`. */
export const rateField = rate.meta({
  description:
    'One unit of `from` costs `rate` units of `to`. As published, or the exact quotient or product of published figures, rounded once, half-even, to 15 significant digits.',
});

/** A rate, and where it is from. */
export const rateFields = {
  rate: rateField,
  source: source.meta({
    description:
      'Who supplied the rate. A rate worked out from several sources names the one of lowest priority.',
  }),
  timestamp: instant.meta({
    description:
      'When the source observed the rate; of a cross the oldest figure. Not the instant of the request.',
  }),
};

/** Where a figure was read. */
export const document = z
  .strictObject({
    url: z.string().meta({ description: 'The address of the document.' }),
    sha256: z.string().meta({ description: 'The SHA-256 of the bytes that were read, in hex.' }),
  })
  .meta({ id: 'ProvenanceDocument', description: 'Where a figure was read.' });

const earlierFigure = z
  .strictObject({
    figure: rate.meta({ description: 'The earlier figure, in the same direction.' }),
    firstSeenAt: instant
      .nullable()
      .meta({ description: 'When this service first had it; null where its document is no longer kept.' }),
    document: document
      .nullable()
      .meta({ description: 'Where it was read; null where that is no longer kept.' }),
    replacedAt: instant.meta({ description: 'When this service first had the newer one.' }),
  })
  .meta({ id: 'EarlierFigure', description: 'What a figure was before it was replaced.' });

const leg = z
  .strictObject({
    source: source.meta({ description: 'Who published it.' }),
    base: code.meta({ description: 'The base currency, as published.' }),
    quote: code.meta({ description: 'The quote currency, as published.' }),
    figure: rate.meta({ description: 'As published: one `base` costs `figure` units of `quote`.' }),
    inverted: z
      .boolean()
      .meta({ description: 'Whether the rate divides by the figure instead of multiplying.' }),
    observedAt: instant.meta({ description: 'When it was observed.' }),
    age: age.meta({ description: 'How current it is.' }),
    newerHeldAt: instant.optional().meta({
      description:
        'When a newer figure of this source was observed that is held for review; absent if none is. The figure is `stale` then.',
    }),
    firstSeenAt: instant
      .nullable()
      .meta({ description: 'When this service first had it; null for a legal rate.' }),
    act: z
      .string()
      .nullable()
      .meta({ description: 'The act or authority of a rate that law fixes; else null.' }),
    document: document.nullable().meta({ description: 'Where it was read; null for a legal rate.' }),
    revision: z.int().positive().nullable().meta({
      description:
        '1 for the first figure that this service had, and 1 more for each replacement; null for a legal rate.',
    }),
    earlier: z
      .array(earlierFigure)
      .optional()
      .meta({ description: 'What it was before, oldest first. Absent if it was never replaced.' }),
  })
  .meta({ id: 'ProvenanceLeg', description: 'One published figure.' });

/** Why a source alone has no rate of a pair. */
export const NO_RATE_KINDS = ['not_published', 'no_law', 'ended', 'too_old', 'held', 'nothing_yet'] as const;

const passedOver = z
  .strictObject({
    source: source.meta({ description: 'Which source.' }),
    reason: z.enum([...NO_RATE_KINDS, 'stale', 'not_allowed']).meta({
      description:
        '`stale`: its own rate is stale; `held`: its newest figure is held for review; `not_allowed`: the key may not read it; else why it has none of its own: `not_published`, `no_law`, `ended`, `too_old` or `nothing_yet`.',
    }),
  })
  .meta({ id: 'PassedOver', description: 'A source of higher priority that was not used, and why.' });

/** How a rate was made. */
export const provenance = z
  .strictObject({
    kind: z
      .enum(['identity', 'direct', 'inverse', 'cross'])
      .meta({ description: '`direct` and `inverse` are one figure, `cross` several, `identity` none.' }),
    age: age.meta({ description: 'Of the oldest leg; `law` when law alone made the rate.' }),
    market,
    legs: z.array(leg).meta({ description: 'The figures that were multiplied or divided by, in order.' }),
    rule: z.enum(CHOICE_RULES).meta({
      description:
        'Why it is the rate of this source. `asked`: it was asked for by name; otherwise the first of these that existed: `current`, a source’s own current rate; `current_cross`, a cross between sources of current figures; `stale`, a source’s own stale rate; `stale_cross`, a cross with stale figures.',
    }),
    passedOver: z.array(passedOver).meta({
      description:
        'The enabled sources of higher priority that it was not made from, in that order; empty if a source was asked for.',
    }),
    note: z.string().optional().meta({
      description:
        'Sentences that name the day of a rate that is older than the `date` asked for, and newer figures that are held for review. Absent if there is nothing to say.',
    }),
  })
  .meta({
    id: 'Provenance',
    description: 'How a rate was made: the published figures in order from `from` to `to`.',
  });

/** What a rate bears when it is asked for. */
export const includedProvenance = provenance
  .optional()
  .meta({ description: 'How the rate was made. Only with `include=provenance`.' });

/** What an answer bears when a receipt of it is asked for. */
export const includedReceipt = z
  .string()
  .regex(/^[\w-]+\.[\w-]+\.[\w-]{86}$/)
  .optional()
  .meta({
    description:
      'A receipt of this answer as a compact JWS (RFC 7515), signed with Ed25519. Its payload holds the question, the answer, the published figures and how they make it. Only with `include=receipt`.',
  });

/** How the rate of one act of law was made on the day of the examples; `choice` says why it was given. */
export function lawProvenance(
  published: {
    readonly base: string;
    readonly quote: string;
    readonly figure: number;
    readonly act: string;
  },
  choice: Pick<z.infer<typeof provenance>, 'rule' | 'passedOver'> = {
    rule: 'current',
    passedOver: [{ source: 'ecb', reason: 'not_published' }],
  },
): z.infer<typeof provenance> {
  const { base, quote, figure, act } = published;
  const observedAt = EXAMPLE_TIMES.law;
  const made = { source: 'fixed', base, quote, figure, inverted: false, observedAt, age: 'law' } as const;
  return {
    kind: 'direct',
    age: 'law',
    legs: [{ ...made, firstSeenAt: null, act, document: null, revision: null }],
    ...choice,
  };
}
