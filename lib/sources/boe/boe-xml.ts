import { z } from 'zod';

import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { openXmlReader, type XmlBounds } from '#lib/sources/bounded-xml';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

import { boeFixing } from './boe-fixing.ts';
import { BOE_SERIES_BY_CODE } from './boe-series.ts';

const EXPECTED =
  'expected an Envelope with a Cube SCODE="XUDLUSS" per series and in it a Cube TIME="..." OBS_VALUE="..." per day';

const observationSchema = z.object({
  /** Absent in the cubes that describe the series. */
  TIME: z.string().optional(),
  OBS_VALUE: z.string().optional(),
});

const envelopeSchema = z.object({
  Envelope: z.object({
    Cube: z.array(
      z.object({
        SCODE: z.string(),
        /** An empty element is read as a text. */
        Cube: z.array(z.union([observationSchema, z.literal('')])).optional(),
      }),
    ),
  }),
});

/** Reads the Bank of England's XML (`xml.x=yes`) by local names: the namespace of its cubes has changed over the years. */
export function parseBoeXml(
  text: string,
  bounds: XmlBounds,
): Result<readonly PublishedFixing[], LayoutError> {
  const xml = openXmlReader({
    bounds,
    publisher: "the Bank of England's",
    arrayOf: 'Cube',
    expected: EXPECTED,
  });
  const envelope = xml.read(text, envelopeSchema);
  if (!envelope.ok) return envelope;
  const cubes = envelope.value.Envelope.Cube;
  if (!cubes.some(({ SCODE }) => BOE_SERIES_BY_CODE.has(SCODE))) {
    const codes = cubes.slice(0, 5).map(({ SCODE }) => SCODE);
    return unknownLayout(`The XML has no known series (${codes.join(', ')}); ${EXPECTED}.`);
  }
  const fixings = cubes.flatMap(readSeries);
  return fixings.length > 0 ? ok(fixings) : unknownLayout('The XML has no figure in any series.');
}

type Cube = z.infer<typeof envelopeSchema>['Envelope']['Cube'][number];

/** The figures of one series; none for a series that is no daily rate against sterling. */
function readSeries({ SCODE, Cube: observations = [] }: Cube): readonly PublishedFixing[] {
  const series = BOE_SERIES_BY_CODE.get(SCODE);
  if (series === undefined) return [];
  return observations.flatMap((observation) => {
    if (observation === '' || observation.TIME === undefined) return [];
    return boeFixing(series, observation.OBS_VALUE ?? '', observation.TIME) ?? [];
  });
}
