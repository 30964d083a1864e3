import { z } from 'zod';

import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { readJson } from '#lib/sources/document-text';
import { type LayoutError, type LeftOut, type Stated, unknownLayout, unreadable } from '#lib/sources/source';

import { BOJ_SERIES, type BojSeries } from './facts.ts';

const EXPECTED = 'the JSON of getDataCode with db=FM08 and lang=en';
const SUCCESS = 200;
const NOTHING_FOUND = 'M181030I';
/** The bank's refusal of a list in which one series is not known. */
export const UNKNOWN_SERIES = 'M181013E';

/** One answer of the bank's interface that is not an error: figures and days as published, without nulls, which are closed days and days to come. */
export interface BojPage extends Stated<PublishedFixing> {
  /** Whether the bank says that it has no such series in the range. */
  readonly isNothingFound: boolean;
  /** Where the next page begins; null when there is none. */
  readonly nextPosition: number | null;
}

/** Every answer has these, errors too: the HTTP status is always 200. */
const envelopeSchema = z.object({
  STATUS: z.number(),
  MESSAGEID: z.string(),
  MESSAGE: z.string().optional(),
});

const pageSchema = z.object({
  NEXTPOSITION: z.number().int().nullable(),
  RESULTSET: z.array(z.unknown()),
});

const setSchema = z.object({
  SERIES_CODE: z.string(),
  UNIT: z.string(),
  FREQUENCY: z.string(),
  VALUES: z.object({
    SURVEY_DATES: z.array(z.unknown()),
    VALUES: z.array(z.unknown()),
  }),
});

/** Reads a document of the Bank of Japan's daily rates. Never an empty list. */
export function parseBoj(body: Uint8Array): Result<Stated<PublishedFixing>, LayoutError> {
  const page = readBojPage(body);
  if (!page.ok) return page;
  const { figures, leftOut, isNothingFound } = page.value;
  if (figures.length > 0) return ok({ figures, leftOut });
  const [first] = leftOut;
  if (first !== undefined) return unknownLayout(`The series of ${first.series}: ${first.reason}.`);
  return unknownLayout(
    isNothingFound
      ? `The Bank of Japan found nothing in the months asked for (${NOTHING_FOUND}).`
      : 'The document has no figure for any day.',
  );
}

/** Reads an answer of getDataCode; an error in it is a failure with the bank's message, an answer without figures is not. */
export function readBojPage(body: Uint8Array): Result<BojPage, LayoutError> {
  const json = readJson(body, EXPECTED);
  if (!json.ok) return json;
  const envelope = envelopeSchema.safeParse(json.value);
  if (!envelope.success) return notTheBanks(envelope.error);
  const { STATUS, MESSAGEID, MESSAGE = 'no message' } = envelope.data;
  if (STATUS !== SUCCESS) {
    return unknownLayout(
      `The Bank of Japan answered with STATUS ${STATUS}, ${MESSAGEID}: ${MESSAGE.trim().slice(0, 200)}.`,
    );
  }
  if (MESSAGEID === NOTHING_FOUND)
    return ok({ figures: [], leftOut: [], isNothingFound: true, nextPosition: null });
  const page = pageSchema.safeParse(json.value);
  return page.success ? readSets(page.data) : notTheBanks(page.error);
}

function notTheBanks(error: z.ZodError) {
  const place = error.issues[0]?.path.join('/') || 'its top';
  return unknownLayout(`The JSON is not the Bank of Japan's at ${place}; expected ${EXPECTED}.`);
}

function readSets({ NEXTPOSITION, RESULTSET }: z.infer<typeof pageSchema>): Result<BojPage, LayoutError> {
  const codes = RESULTSET.map((set) => codeSchema.safeParse(set).data?.SERIES_CODE ?? '(no code)');
  const figures: PublishedFixing[] = [];
  const leftOut: LeftOut[] = [];
  for (const [place, set] of RESULTSET.entries()) {
    const series = BOJ_SERIES.find(({ code }) => code === codes[place]);
    if (series === undefined) continue;
    const read = readSet(set, series);
    if (typeof read === 'string') leftOut.push(unreadable(`${series.base}/${series.quote}`, read));
    else figures.push(...read);
  }
  if (figures.length + leftOut.length === 0 && !codes.some(isKnown)) {
    const wanted = BOJ_SERIES.map(({ code }) => code).join(' or ');
    return unknownLayout(
      `The document has the series ${codes.slice(0, 5).join(', ') || 'none'}; expected ${wanted}.`,
    );
  }
  return ok({ figures, leftOut, isNothingFound: false, nextPosition: NEXTPOSITION });
}

const codeSchema = setSchema.pick({ SERIES_CODE: true });

function isKnown(code: string): boolean {
  return BOJ_SERIES.some((series) => series.code === code);
}

/** The figures of a series, or why they cannot be told. */
function readSet(value: unknown, series: BojSeries): readonly PublishedFixing[] | string {
  const set = setSchema.safeParse(value);
  if (!set.success) return `not the Bank of Japan's at ${set.error.issues[0]?.path.join('/') ?? ''}`;
  const { UNIT, FREQUENCY, VALUES } = set.data;
  const { SURVEY_DATES: days, VALUES: figures } = VALUES;
  // Two arrays in step: a figure whose day is doubtful is no figure.
  if (days.length !== figures.length) return `${days.length} days and ${figures.length} figures`;
  // Figures per another unit, or of a month, would pass every later check.
  if (lettersOf(UNIT) !== lettersOf(series.unit) || FREQUENCY !== 'DAILY') {
    return `in "${UNIT}", ${FREQUENCY}; expected "${series.unit}", DAILY`;
  }
  const { base, quote } = series;
  return figures.flatMap((figure, row) =>
    figure === null ? [] : { base, quote, rate: String(figure), observedOn: readDay(String(days[row])) },
  );
}

/** Dots and spaces of a unit's name mean nothing. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** `20260302` as `2026-03-02`; a text of another length as it is, for the validation to judge. */
function readDay(text: string): string {
  return text.length === 8 ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text;
}
