import fc from 'fast-check';

/** A request to /v1. */
export interface Question {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly hasKey: boolean;
}

const CODES =
  'USD EUR JPY GBP CHF SEK NOK DKK PLN CZK HUF AUD CAD NZD TRY ZAR CNY HKD INR BRL MXN KRW SGD THB XOF XAF AED SAR MOP BMD HRK BGN DEM FRF ITL ESP GRD TRL ROL RON ANG XCG SVC NPR BND GIP SZL LTT'.split(
    ' ',
  );

/** From the first day of the euro to after the last day that is known. */
const FIRST_DAY = new Date('1999-01-01');
const LAST_DAY = new Date('2026-12-31');

/** Of so many values of a parameter one is wrong. */
const WRONG_ONE_IN = 25;

/** Questions to every endpoint of rates; the same for the same seed. */
export function randomQuestions(count: number, seed: number): readonly Question[] {
  return fc.sample(question(), { numRuns: count, seed });
}

function question(): fc.Arbitrary<Question> {
  const path = fc.oneof(
    target('/v1/convert', { from: code(), to: code(), amount: amount(), ...strictly(), ...provenance() }),
    target('/v1/rates/pair', { from: code(), to: code(), ...strictly(), ...provenance() }),
    target('/v1/rates', { base: code(), ...strictly() }),
    target('/v1/rates/sources', { from: code(), to: code() }),
    target('/v1/historical', { from: code(), to: code(), ...strictly(), ...span() }),
    target('/v1/rates/compare', { from: code(), to: code() }),
    target('/v1/rates/series', { base: code(), codes: codes(), days: fc.integer({ min: 1, max: 31 }) }),
  );
  return fc.record({
    method: seldom(fc.constant('GET'), 'HEAD', 'OPTIONS', 'POST'),
    target: path,
    headers: fc.oneof(
      { weight: 8, arbitrary: fc.constant({}) },
      fc.record({ 'Accept-Encoding': fc.constantFrom('gzip', 'gzip, br', 'identity', 'gzip;q=0') }),
      fc.record({ Prefer: fc.constant('handling=lenient') }),
    ),
    hasKey: fc.oneof({ weight: 50, arbitrary: fc.constant(true) }, fc.constant(false)),
  });
}

type Parameters = Readonly<Record<string, fc.Arbitrary<string | number | undefined>>>;

/** A path with parameters, of which those without a value are left out, and seldom one that no endpoint knows. */
function target(path: string, parameters: Parameters): fc.Arbitrary<string> {
  const unknown = seldom(fc.constant(''), 'sorce=ecb', 'startdate=2020-01-01', 'symbols=USD', 'x=1');
  return fc.tuple(fc.record(parameters), unknown).map(([values, more]) => {
    const known = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    );
    const query = [...known, ...(more === '' ? [] : [more])].join('&');
    return query === '' ? path : `${path}?${query}`;
  });
}

function code(): fc.Arbitrary<string> {
  return seldom(fc.constantFrom(...CODES), 'usd', 'XXX', 'GBX', 'BTC', '', 'U$D', 'ZZZ', 'EURO');
}

function codes(): fc.Arbitrary<string> {
  return fc.array(code(), { minLength: 1, maxLength: 4 }).map((list) => list.join(','));
}

function amount(): fc.Arbitrary<string> {
  const good = fc.oneof(
    fc.constantFrom('1', '0', '123.45', '1e-12', '1e15', '0.1', '999999999999999', '7.5345'),
    fc.integer({ min: 1, max: 1_000_000_000 }).map(String),
  );
  return seldom(good, '-1', '+1', '1,000', 'NaN', '1e16', '0x10', '', ' 1', '1.0000000000000001');
}

function strictly(): Parameters {
  const good = fc.option(fc.constantFrom('ecb', 'boe', 'fed', 'boj', 'fixed'), { nil: undefined });
  return { source: seldom(good, 'crypto-exchange', 'ECB', 'nobody', '') };
}

function provenance(): Parameters {
  return { include: seldom(fc.constant(undefined), 'provenance', 'everything') };
}

function span(): Parameters {
  const day = fc.date({ min: FIRST_DAY, max: LAST_DAY, noInvalidDate: true });
  const text = day.map((date) => date.toISOString().slice(0, 10));
  const bound = () => seldom(fc.option(text, { nil: undefined }), '2025-02-30', 'today');
  const good = fc.option(fc.constantFrom('1', '10', '100', '244', '1000', '5000'), { nil: undefined });
  return { startDate: bound(), endDate: bound(), limit: seldom(good, '0', '5001', '-1', 'many') };
}

/** Mostly of the first kind. */
function seldom<Usual>(
  usual: fc.Arbitrary<Usual>,
  ...others: readonly string[]
): fc.Arbitrary<Usual | string> {
  return fc.oneof({ weight: WRONG_ONE_IN - 1, arbitrary: usual }, fc.constantFrom(...others));
}
