import { z } from 'zod';
import { REGIONS } from '#lib/domain/currencies/region';
import { SOURCE_IDS } from '#lib/domain/source-id';

const instant = z.iso.datetime({ precision: 3 });
const code = z.string().regex(/^[A-Z0-9]{2,10}$/);
const rate = z.number().positive();
const source = z.enum(SOURCE_IDS);

/** GET /v1/convert: `result` units of `to` for `amount` units of `from`; `rate` units of `to` cost one `from`. */
export const conversion = z.strictObject({
  from: code,
  to: code,
  amount: z.number().nonnegative(),
  result: z.number().nonnegative(),
  rate,
  source,
  timestamp: instant,
});
export type Conversion = z.infer<typeof conversion>;

const age = z.enum(['fresh', 'late', 'stale', 'law']);

/** How a rate was made: the published figures in order from `from` to `to`. */
export const provenance = z.strictObject({
  /** `direct` and `inverse` are one figure, `cross` several, `identity` none. */
  kind: z.enum(['identity', 'direct', 'inverse', 'cross']),
  /** Of the oldest leg; `law` when law alone made the rate. */
  age,
  legs: z.array(
    z.strictObject({
      source,
      /** As published: one `base` costs `figure` units of `quote`. */
      base: code,
      quote: code,
      figure: rate,
      /** Whether the rate divides by the figure. */
      inverted: z.boolean(),
      observedAt: instant,
      age,
      firstSeenAt: instant.nullable(),
      /** The act or authority of a rate that law fixes. */
      act: z.string().nullable(),
      document: z.strictObject({ url: z.string(), sha256: z.string() }).nullable(),
    }),
  ),
});
export type Provenance = z.infer<typeof provenance>;

/** GET /v1/convert with `include=provenance`. */
export const conversionWithProvenance = conversion.extend({ provenance });
export type ConversionWithProvenance = z.infer<typeof conversionWithProvenance>;

/** GET /v1/rates: one `base` costs `rates[code]` units of `code`; `source` is `default` when none was asked for. */
export const ratesTable = z.strictObject({
  base: code,
  source: z.union([source, z.literal('default')]),
  timestamp: instant,
  rates: z.record(code, rate),
  success: z.literal(true),
});
export type RatesTableResponse = z.infer<typeof ratesTable>;

/** GET /v1/rates/pair: one `from` costs `rate` units of `to`. */
export const pairRate = z.strictObject({ from: code, to: code, rate, source, timestamp: instant });
export type PairRate = z.infer<typeof pairRate>;

/** GET /v1/rates/pair with `include=provenance`. */
export const pairRateWithProvenance = pairRate.extend({ provenance });
export type PairRateWithProvenance = z.infer<typeof pairRateWithProvenance>;

/** GET /v1/rates/sources: who has a rate for the pair on its own, in priority order. */
export const pairSources = z.strictObject({ from: code, to: code, sources: z.array(source) });
export type PairSources = z.infer<typeof pairSources>;

/**
 * GET /v1/rates/compare: what every source alone says of the pair, both lists in priority order. `rates` are the answers of
 * /v1/rates/pair with that `source` and `include=provenance`; `without` the errors that it names for the others.
 */
export const pairComparison = z.strictObject({
  from: code,
  to: code,
  rates: z.array(z.strictObject({ source, rate, timestamp: instant, provenance })),
  without: z.array(
    z.strictObject({
      source,
      code: z.enum(['pair_unavailable', 'source_unavailable']),
      message: z.string(),
    }),
  ),
});
export type PairComparison = z.infer<typeof pairComparison>;

/** GET /v1/historical: ascending in time; `source` is `all` when none was asked for. */
export const historicalSeries = z.strictObject({
  from: code,
  to: code,
  source: z.union([source, z.literal('all')]),
  count: z.int().nonnegative(),
  points: z.array(z.strictObject({ rate, source, timestamp: instant })),
});
export type HistoricalSeriesResponse = z.infer<typeof historicalSeries>;

const health = z.enum(['operational', 'degraded', 'outage']);
export type Health = z.infer<typeof health>;

/** GET /v1/status: one entry a source that is enabled here. */
export const statusReport = z.strictObject({
  overall: health,
  sources: z.array(
    z.strictObject({ source, status: health, latencyMs: z.int().nonnegative(), lastCheckedAt: instant }),
  ),
  services: z.array(
    z.strictObject({
      service: z.enum(['api', 'database', 'ingest', 'pages']),
      status: health,
      latencyMs: z.int().nonnegative(),
      lastCheckedAt: instant,
    }),
  ),
});
export type StatusReport = z.infer<typeof statusReport>;

const percent = z.number();

/** The last observation of a UTC day: one unit of base costs `rate` units of the code. */
export const dayRate = z.strictObject({ day: z.iso.date(), rate });
export type DayRate = z.infer<typeof dayRate>;

/** One code of GET /v1/rates/series: the rate now, as /v1/rates/pair gives it, and its last days. */
export const rateSeries = z.strictObject({
  rate,
  source,
  timestamp: instant,
  age,
  /**
   * Change of `rate` in percent, four decimals, against the newest observation on or before 1, 7 and 30 days before the
   * day of `timestamp`; null where there is none in the ten days up to it.
   */
  change: z.strictObject({
    day1: percent.nullable(),
    day7: percent.nullable(),
    day30: percent.nullable(),
  }),
  /** The observation that each change is measured from; null where the change is. */
  since: z.strictObject({
    day1: dayRate.nullable(),
    day7: dayRate.nullable(),
    day30: dayRate.nullable(),
  }),
  /**
   * One figure for each of `days`: the last observation of that UTC day, null where there is none; nothing is carried
   * forward. All are of the source (of a cross, the sources) that the rate now is of, whichever was first on that day.
   */
  points: z.array(rate.nullable()),
  /**
   * The observations from `since.day30` on that are older than the last 31 days, ascending: with 31 `points` they make the
   * whole course that the change over 30 days is of. Mostly the days by which `timestamp` is older than today.
   */
  earlier: z.array(dayRate),
});
export type RateSeries = z.infer<typeof rateSeries>;

/**
 * GET /v1/rates/series: one `base` costs `points[i]` units of the code on `days[i]`, ascending to the service's UTC day. A
 * code that is known but has no rate now is null.
 */
export const rateSeriesResponse = z.strictObject({
  base: code,
  source: z.union([source, z.literal('default')]),
  days: z.array(z.iso.date()),
  series: z.record(code, rateSeries.nullable()),
});
export type RateSeriesResponse = z.infer<typeof rateSeriesResponse>;

/** One code of GET /v1/currencies. */
export const listedCurrency = z.strictObject({
  code,
  name: z.string(),
  /** As it stands beside an amount at home, so that several share one; null where none is in use. */
  symbol: z.string().nullable(),
  /** `pegged` where law holds it at one rate to `peggedTo`; metals are per troy ounce; `fund` and `unit` are no money. */
  kind: z.enum(['fiat', 'pegged', 'fund', 'metal', 'unit', 'crypto']),
  peggedTo: code.nullable(),
  /** Decimal places; null where there is no minor unit. */
  minorUnits: z.int().nonnegative().nullable(),
  countries: z.array(z.string()),
  regions: z.array(z.enum(REGIONS)),
  active: z.boolean(),
  /** The last day on which a market figure in it can be true; null while it is in use. */
  lastDay: z.iso.date().nullable(),
  successor: code.nullable(),
  /** The sources with a current figure of it, in priority order. */
  sources: z.array(source),
});
export type ListedCurrency = z.infer<typeof listedCurrency>;

/** GET /v1/currencies: every known code, in code order. */
export const currenciesResponse = z.strictObject({
  count: z.int().positive(),
  currencies: z.array(listedCurrency),
});
export type CurrenciesResponse = z.infer<typeof currenciesResponse>;
