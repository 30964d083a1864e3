import { z } from 'zod';

import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { readJson } from '#lib/sources/read-json';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

import { BOJ_SERIES, type BojSeries } from './facts.ts';

const EXPECTED = 'the JSON of getDataCode with db=FM08 and lang=en';
const SUCCESS = 200;
const NOTHING_FOUND = 'M181030I';

/** One answer of the bank's interface that is not an error. */
export interface BojPage {
  /** Figures and days as published; nulls, which are closed days and days to come, are left out. */
  readonly fixings: readonly PublishedFixing[];
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
  RESULTSET: z.array(
    z.object({
      SERIES_CODE: z.string(),
      UNIT: z.string(),
      FREQUENCY: z.string(),
      VALUES: z.object({
        SURVEY_DATES: z.array(z.number().int()),
        VALUES: z.array(z.number().nullable()),
      }),
    }),
  ),
});

/** Reads a document of the Bank of Japan's daily rates. Never an empty list. */
export function parseBoj(body: Uint8Array): Result<readonly PublishedFixing[], LayoutError> {
  const page = readBojPage(body);
  if (!page.ok) return page;
  const { fixings, isNothingFound } = page.value;
  if (fixings.length > 0) return ok(fixings);
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
  if (MESSAGEID === NOTHING_FOUND) return ok({ fixings: [], isNothingFound: true, nextPosition: null });
  const page = pageSchema.safeParse(json.value);
  if (!page.success) return notTheBanks(page.error);
  return readSets(page.data);
}

function notTheBanks(error: z.ZodError) {
  const place = error.issues[0]?.path.join('/') || 'its top';
  return unknownLayout(`The JSON is not the Bank of Japan's at ${place}; expected ${EXPECTED}.`);
}

type Page = z.infer<typeof pageSchema>;
type ResultSet = Page['RESULTSET'][number];

function readSets({ NEXTPOSITION, RESULTSET }: Page): Result<BojPage, LayoutError> {
  const known = RESULTSET.flatMap((set) => {
    const series = BOJ_SERIES.find(({ code }) => code === set.SERIES_CODE);
    return series === undefined ? [] : [{ set, series }];
  });
  if (known.length === 0) {
    const codes = RESULTSET.slice(0, 5).map(({ SERIES_CODE }) => SERIES_CODE);
    const wanted = BOJ_SERIES.map(({ code }) => code).join(' or ');
    return unknownLayout(`The document has the series ${codes.join(', ') || 'none'}; expected ${wanted}.`);
  }
  const fixings: PublishedFixing[] = [];
  for (const { set, series } of known) {
    const read = readSet(set, series);
    if (!read.ok) return read;
    fixings.push(...read.value);
  }
  return ok({ fixings, isNothingFound: false, nextPosition: NEXTPOSITION });
}

/** Two arrays in step; a figure whose day is doubtful is no figure, so both must be of one length. */
function readSet(set: ResultSet, series: BojSeries): Result<readonly PublishedFixing[], LayoutError> {
  const { SURVEY_DATES: days, VALUES: figures } = set.VALUES;
  if (days.length !== figures.length) {
    return unknownLayout(
      `The series ${series.code} has ${days.length} days and ${figures.length} figures; expected as many of both.`,
    );
  }
  // Figures per another unit, or of a month, would pass every later check.
  if (lettersOf(set.UNIT) !== lettersOf(series.unit) || set.FREQUENCY !== 'DAILY') {
    return unknownLayout(
      `The series ${series.code} is in "${set.UNIT}", ${set.FREQUENCY}; expected "${series.unit}", DAILY.`,
    );
  }
  const fixings = figures.flatMap((figure, row) => {
    if (figure === null) return [];
    const { base, quote } = series;
    return [{ base, quote, rate: String(figure), observedOn: readDay(days[row] ?? 0) }];
  });
  return ok(fixings);
}

/** Dots and spaces of a unit's name mean nothing. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** `20260302` as `2026-03-02`; a number of another length as it is, for the validation to judge. */
function readDay(day: number): string {
  const text = String(day);
  return text.length === 8 ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text;
}
