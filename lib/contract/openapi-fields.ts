import type { SchemaFields, SchemaName } from './openapi-schema-names.ts';

/** A sentence about each schema of the document. */
export const SCHEMA_NOTES: Readonly<Record<SchemaName, string>> = {
  Conversion: 'An amount in another currency.',
  RatesTable: 'Every rate of one base currency.',
  PairRate: 'The rate of one pair.',
  PairSources: 'Who has a rate for a pair alone.',
  PairComparison: 'What every enabled source alone says of one pair.',
  ComparedRate: 'The rate of a pair at one source.',
  SourceWithout: 'Why a source has no rate of a pair.',
  HistoricalSeries: 'Observations of one pair, oldest first.',
  HistoricalPoint: 'One observation.',
  RateSeriesTable: 'The last days of several currencies against one base.',
  RateSeries: 'The rate of a currency now, and its last days.',
  RateChange: 'How a rate has moved, in percent with four decimals.',
  RateChangeBase: 'The observations that the changes of a rate are measured from.',
  DayRate: 'The last observation of a UTC day.',
  CurrencyList: 'Every known currency, in the order of the codes.',
  Currency: 'One currency.',
  StatusReport: 'How each source and each part of the service is doing.',
  SourceStatus: 'How one source is doing.',
  ServiceStatus: 'How one part of the service is doing.',
  Provenance: 'How a rate was made: the published figures in order from `from` to `to`.',
  ProvenanceLeg: 'One published figure.',
  ProvenanceDocument: 'Where a figure was read.',
  SourceId: 'The identifier of a source.',
  CurrencyCode: 'A currency code of ISO 4217 or of a crypto asset, in upper case.',
  Instant: 'An instant in UTC with milliseconds (ISO 8601).',
  Health: 'Whether something works: `operational`, `degraded` (with faults) or `outage`.',
  Age: 'How current a figure is by its publisher’s own calendar; `law` for a rate that law fixes.',
  Error: 'What every error answers.',
};

type FieldNotes = {
  readonly [Name in keyof SchemaFields]: Readonly<Record<SchemaFields[Name], string>>;
};

const FROM = 'The currency that one unit is of, as it was asked for, in upper case.';
const TO = 'The currency that the rate is in, in upper case.';
const RATE =
  'One unit of `from` costs `rate` units of `to`. As published, or the exact quotient or product of published figures, rounded once, half-even, to 15 significant digits.';
const SUPPLIER =
  'Who supplied the rate. A rate worked out from several sources names the one of lowest priority.';
const TIMESTAMP =
  'When the source observed the rate; of a cross the oldest figure. Not the instant of the request.';
const PROVENANCE = 'How the rate was made. Only with `include=provenance`.';
const LATENCY = 'How long the newest check took, in whole milliseconds; on a time-out the time-out.';
const CHECKED = 'When the newest check ended.';

/** A sentence about each field of an answer. */
export const FIELD_NOTES: FieldNotes = {
  Conversion: {
    from: FROM,
    to: TO,
    amount: 'The amount that was asked for.',
    result:
      '`amount` times the exact rate, rounded once, half-even, to 15 significant digits. Never cut to cents.',
    rate: RATE,
    source: SUPPLIER,
    timestamp: TIMESTAMP,
    provenance: PROVENANCE,
  },
  RatesTable: {
    base: 'The base currency, in upper case.',
    source: 'The source that was asked for, or `default`.',
    timestamp: 'The oldest observation in the table that is not a rate of law.',
    rates:
      'By currency code in order: one unit of `base` costs that many units of the code. The base itself has 1. Each rate is what `/v1/rates/pair` gives.',
    success: 'Always true.',
  },
  PairRate: {
    from: FROM,
    to: TO,
    rate: RATE,
    source: SUPPLIER,
    timestamp: TIMESTAMP,
    provenance: PROVENANCE,
  },
  PairSources: {
    from: FROM,
    to: TO,
    sources:
      'In the order of priority. Listed is whoever answers with 200 when asked for this pair alone. Empty where nobody has it alone; a cross between sources may still answer without `source`.',
  },
  PairComparison: {
    from: FROM,
    to: TO,
    rates: 'Who has the pair alone, in the order of priority.',
    without: 'Who has it not, in the order of priority.',
  },
  ComparedRate: {
    source: 'Who supplied the rate.',
    rate: RATE,
    timestamp: TIMESTAMP,
    provenance: 'How the rate was made.',
  },
  SourceWithout: {
    source: 'Who was asked.',
    code: 'The code of the error that `/v1/rates/pair` gives for this source.',
    message: 'Its message.',
  },
  HistoricalSeries: {
    from: FROM,
    to: TO,
    source: 'The source that was asked for, or `all`.',
    count: 'How many points there are.',
    points: 'Real observations, ascending in time; of one instant in the order of priority.',
  },
  HistoricalPoint: {
    rate: 'One unit of `from` cost `rate` units of `to`.',
    source: 'Who observed it.',
    timestamp: 'When it was observed.',
  },
  RateSeriesTable: {
    base: 'The base currency, in upper case.',
    source: 'The source that was asked for, or `default`.',
    days: 'The days of the points, ascending, ending with the service’s UTC day.',
    series: 'By currency code. Null for a code that is known but has no rate now.',
  },
  RateSeries: {
    rate: 'The rate now, as `/v1/rates/pair` gives it.',
    source: 'Who supplied the rate.',
    timestamp: 'When the source observed the rate.',
    age: 'How current the rate is.',
    change: 'How the rate has moved.',
    since: 'What each change is measured from.',
    points:
      'One figure for each of `days`: the last observation of that day, null where there is none. Nothing is carried forward.',
    earlier:
      'The observations from `since.day30` on that are older than the last 31 days, ascending. With `days=31` they and `points` make the whole course that the change over thirty days is of.',
  },
  RateChange: {
    day1: 'Against the newest observation at least one day before that of `rate`; null where there is none in the ten days before.',
    day7: 'The same for seven days.',
    day30: 'The same for thirty days.',
  },
  RateChangeBase: {
    day1: 'The observation that `change.day1` is measured from; null where the change is.',
    day7: 'The same for seven days.',
    day30: 'The same for thirty days.',
  },
  DayRate: {
    day: 'The UTC day of the observation.',
    rate: 'One unit of base costs so many units of the code.',
  },
  CurrencyList: { count: 'How many there are.', currencies: 'The currencies.' },
  Currency: {
    code: 'Its code.',
    name: 'Its English name.',
    symbol:
      'As it stands beside an amount at home, so that several currencies share one; null where none is in use.',
    kind: '`pegged` where law holds it at one rate to `peggedTo`; metals are per troy ounce; `fund` and `unit` are no money that is paid with.',
    peggedTo: 'The currency that law holds it to; else null.',
    minorUnits: 'Decimal places of an amount; null where there is no minor unit.',
    countries: 'Where it is used, by English names.',
    regions: 'Where that is.',
    active: 'Whether it is still in use.',
    lastDay: 'The last day on which a market figure in it can be true; null while it is in use.',
    successor: 'The currency that replaced it; else null.',
    sources: 'Who has a current figure of it, in the order of priority.',
  },
  StatusReport: {
    overall:
      '`outage` when every source but `fixed` is in outage, `degraded` when any enabled source or any part of the service is not operational, else `operational`.',
    sources: 'The sources that are enabled here, in the order of priority.',
    services: 'The parts of the service itself.',
  },
  SourceStatus: {
    source: 'Which source.',
    status: 'How it is doing.',
    latencyMs: LATENCY,
    lastCheckedAt: CHECKED,
  },
  ServiceStatus: {
    service: 'Which part: the answers, the database, or what fetches the figures.',
    status: 'How it is doing.',
    latencyMs: LATENCY,
    lastCheckedAt: CHECKED,
  },
  Provenance: {
    kind: '`direct` and `inverse` are one figure, `cross` several, `identity` none.',
    age: 'Of the oldest leg; `law` when law alone made the rate.',
    legs: 'The figures that were multiplied or divided by, in order.',
  },
  ProvenanceLeg: {
    source: 'Who published it.',
    base: 'The currency that one unit is of, as published.',
    quote: 'The currency that the figure is in, as published.',
    figure: 'As published: one `base` costs `figure` units of `quote`.',
    inverted: 'Whether the rate divides by the figure instead of multiplying.',
    observedAt: 'When it was observed.',
    age: 'How current it is.',
    firstSeenAt: 'When this service first had it; null for a rate of law.',
    act: 'The act or authority of a rate that law fixes; else null.',
    document: 'Where it was read; null for a rate of law.',
  },
  ProvenanceDocument: {
    url: 'The address of the document.',
    sha256: 'The SHA-256 of the bytes that were read, in hex.',
  },
};
