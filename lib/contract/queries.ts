import { z } from 'zod';
import { findCurrency } from '#lib/domain/currencies/currency';
import { parseIsoDay } from '#lib/domain/iso-day';
import { countSignificantDigits, SIGNIFICANT_DIGITS } from '#lib/domain/rates/rate-precision';
import { DEFAULT_CHOICE, only, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { isSourceId, SOURCE_IDS } from '#lib/domain/source-id';
import type { ApiErrorCode } from './errors.ts';

/** What a schema's issue bears so that the right code is answered; `invalid_parameter` where it bears none. */
export interface QueryIssueParams {
  readonly code: ApiErrorCode;
}

const CODE_FORM = /^[A-Za-z0-9]{2,10}$/;

/** A currency code, case-insensitive in, upper case out. */
function currency(name: string) {
  return z
    .string()
    .regex(CODE_FORM, { abort: true, error: `${name} must be a currency code such as USD.` })
    .transform((text) => text.toUpperCase())
    .superRefine((code, context) => {
      if (findCurrency(code)) return;
      const params: QueryIssueParams = { code: 'unknown_currency' };
      context.addIssue({
        code: 'custom',
        params,
        message: `${name}: ${code} is not a currency this service knows.`,
      });
    });
}

const source = z.string().transform((text, context): SourceChoice => {
  if (isSourceId(text)) return only(text);
  const params: QueryIssueParams = { code: 'unknown_source' };
  context.addIssue({ code: 'custom', params, message: `source must be one of ${SOURCE_IDS.join(', ')}.` });
  return z.NEVER;
});

const optionalSource = source.optional().transform((choice): SourceChoice => choice ?? DEFAULT_CHOICE);

const include = z
  .literal('provenance', { error: 'include must be provenance.' })
  .optional()
  .transform((value) => value === 'provenance');

const AMOUNT_FORM = /^\d+(\.\d+)?([eE]-?\d+)?$/;
const AMOUNT_MIN = 1e-12;
const AMOUNT_MAX = 1e15;

/** Longer texts are not worth reading: 15 digits, a point, zeros before or after, an exponent. */
const AMOUNT_LENGTH_MAX = 64;

const AMOUNT_SENTENCE =
  'amount must be 0 or a plain decimal from 1e-12 to 1e15 with a point and at most 15 significant digits, such as 1234.5.';

const amount = z.string().transform((text, context): number => {
  const value = readAmount(text);
  if (value !== null) return value;
  context.addIssue({ code: 'custom', message: AMOUNT_SENTENCE });
  return z.NEVER;
});

function readAmount(text: string): number | null {
  if (text.length > AMOUNT_LENGTH_MAX || !AMOUNT_FORM.test(text)) return null;
  const value = Number(text);
  if (value === 0) return /[1-9]/.test(text.split(/[eE]/)[0] ?? '') ? null : 0;
  if (value < AMOUNT_MIN || value > AMOUNT_MAX) return null;
  return countSignificantDigits(text) <= SIGNIFICANT_DIGITS ? value : null;
}

/** Points of a series when the caller asks for no number, and the most it may ask for. */
export const HISTORY_LIMIT_DEFAULT = 1000;
export const HISTORY_LIMIT_MAX = 5000;

const limit = z
  .string()
  .transform((text, context): number => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= HISTORY_LIMIT_MAX) return value;
    context.addIssue({
      code: 'custom',
      message: `limit must be a whole number from 1 to ${HISTORY_LIMIT_MAX}.`,
    });
    return z.NEVER;
  })
  .optional()
  .transform((value) => value ?? HISTORY_LIMIT_DEFAULT);

const INSTANT = z.iso.datetime({ offset: true });

/** Epoch milliseconds of a bound: a day means its first (`start`) or last (`end`) millisecond, both inclusive. */
function bound(name: string, edge: 'start' | 'end') {
  return z
    .string()
    .transform((text, context): number => {
      const day = parseIsoDay(text);
      if (day) return Date.parse(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`);
      const dayOfInstant = parseIsoDay(text.slice(0, 10));
      if (dayOfInstant && INSTANT.safeParse(text).success) return Date.parse(text);
      context.addIssue({
        code: 'custom',
        message: `${name} must be a day that exists, such as 2026-04-13, or an ISO instant such as 2026-04-13T12:00:00Z.`,
      });
      return z.NEVER;
    })
    .optional();
}

/** Parameters of GET /v1/convert. */
export const convertQuery = z.object({
  from: currency('from'),
  to: currency('to'),
  amount,
  source: optionalSource,
  include,
});

/** Parameters of GET /v1/rates. */
export const ratesQuery = z.object({
  base: currency('base')
    .optional()
    .transform((code) => code ?? 'USD'),
  source: optionalSource,
});

/** Parameters of GET /v1/rates/pair. */
export const pairQuery = z.object({
  from: currency('from'),
  to: currency('to'),
  source: optionalSource,
  include,
});

/** Parameters of GET /v1/rates/sources. */
export const sourcesQuery = z.object({ from: currency('from'), to: currency('to') });

/** Parameters of GET /v1/rates/compare. */
export const compareQuery = z.object({ from: currency('from'), to: currency('to') });

/** Parameters of GET /v1/historical; `startDate` and `endDate` in epoch milliseconds, inclusive. */
export const historicalQuery = z
  .object({
    from: currency('from'),
    to: currency('to'),
    source: optionalSource,
    startDate: bound('startDate', 'start'),
    endDate: bound('endDate', 'end'),
    limit,
  })
  .superRefine(({ startDate, endDate }, context) => {
    if (startDate === undefined || endDate === undefined || startDate <= endDate) return;
    context.addIssue({
      code: 'custom',
      path: ['startDate'],
      message: 'startDate must not be after endDate.',
    });
  });
export type HistoricalQuery = z.infer<typeof historicalQuery>;

/** GET /v1/status takes none. */
export const statusQuery = z.object({});

/** Codes and days of GET /v1/rates/series a call, and the days when the caller asks for no number. */
export const SERIES_CODES_MAX = 60;
export const SERIES_DAYS_MAX = 31;

const seriesCodes = z
  .string()
  .transform((text) => [...new Set(text.toUpperCase().split(','))])
  .superRefine((codes, context) => {
    if (codes.length > SERIES_CODES_MAX || codes.some((code) => !CODE_FORM.test(code))) {
      context.addIssue({
        code: 'custom',
        message: `codes must be 1 to ${SERIES_CODES_MAX} currency codes with commas between them, such as EUR,GBP,JPY.`,
      });
      return;
    }
    const unknown = codes.find((code) => !findCurrency(code));
    if (unknown === undefined) return;
    const params: QueryIssueParams = { code: 'unknown_currency' };
    context.addIssue({
      code: 'custom',
      params,
      message: `codes: ${unknown} is not a currency this service knows.`,
    });
  });

const seriesDays = z
  .string()
  .transform((text, context): number => {
    const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= SERIES_DAYS_MAX) return value;
    context.addIssue({
      code: 'custom',
      message: `days must be a whole number from 1 to ${SERIES_DAYS_MAX}.`,
    });
    return z.NEVER;
  })
  .optional()
  .transform((value) => value ?? SERIES_DAYS_MAX);

/** Parameters that are lists: given several times, they mean the same as once with commas between their values. */
export const LIST_PARAMETERS: readonly string[] = ['codes'];

/** Parameters of GET /v1/rates/series; the days end with the service's UTC day, a code given twice counts once. */
export const seriesQuery = z.object({
  base: currency('base')
    .optional()
    .transform((code) => code ?? 'USD'),
  codes: seriesCodes,
  days: seriesDays,
  source: optionalSource,
});
export type SeriesQuery = z.infer<typeof seriesQuery>;

/** GET /v1/currencies takes none. */
export const currenciesQuery = z.object({});
