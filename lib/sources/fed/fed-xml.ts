import { z } from 'zod';
import { ok, type Result } from '#lib/domain/result';
import { openXmlReader, type XmlBounds } from '#lib/sources/bounded-xml';
import {
  type LayoutError,
  type LeftOut,
  type TakeFixing,
  unknownLayout,
  unreadable,
} from '#lib/sources/source';
import type { ScannedFed } from './fed-columns.ts';
import { type FedRateSeries, readFedSeriesId } from './fed-series.ts';

const EXPECTED = 'expected H10_data.xml: a Series per currency and in it an Obs per day';

const NO_OBS = { OBS_STATUS: '', OBS_VALUE: '', TIME_PERIOD: '' };

/** The code of business-daily series; 129 is monthly. */
const DAILY = '9';

/** An attribute that is missing is an empty text. */
const text = z.string().default('');
const seriesSchema = z.object({
  Series: z.object({
    SERIES_NAME: text,
    Obs: z
      .array(z.object({ OBS_STATUS: text, OBS_VALUE: text, TIME_PERIOD: text }).catch(NO_OBS))
      .default([]),
  }),
});
type Series = z.infer<typeof seriesSchema>['Series'];

/**
 * Reads the whole release (H10_data.xml, some 25 MB) piece by piece, so that no more than the bytes and the figures
 * are ever held. Figures and days as published, handed on as they are read, those in front of a flaw too; monthly series,
 * indexes and missing figures are left out.
 */
export function scanFedXml(
  body: Uint8Array,
  bounds: XmlBounds,
  take: TakeFixing,
): Result<ScannedFed, LayoutError> {
  const xml = openXmlReader({ bounds, publisher: "the Fed's", arrayOf: 'Obs', expected: EXPECTED });
  const pieces = splitFedXml(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  if (!pieces.ok) return pieces;
  const frame = xml.check(pieces.value.frame);
  if (!frame.ok) return frame;
  const seriesIds = new Set<string>();
  const leftOut: LeftOut[] = [];
  for (const { startTag, parts } of pieces.value.series) {
    if (!DAILY_START_TAG.test(startTag)) continue;
    for (const part of parts()) {
      const read = xml.read(part, seriesSchema);
      if (!read.ok) return read;
      const { Series: series } = read.value;
      const known = readFedSeriesId(series.SERIES_NAME);
      if (known === null) leftOut.push(unreadable(`"${series.SERIES_NAME}"`, "is none of the Fed's series"));
      if (known?.kind !== 'rate') continue;
      seriesIds.add(series.SERIES_NAME);
      leftOut.push(...takeFigures(series, known, take));
    }
  }
  if (seriesIds.size > 0) return ok({ seriesIds: [...seriesIds], leftOut });
  return unknownLayout(`The XML has no daily exchange-rate series; ${EXPECTED}, some with FREQ 9.`);
}

const DAILY_START_TAG = new RegExp(`\\sFREQ\\s*=\\s*["']${DAILY}["']`);

/** Statuses of an observation without a figure; its OBS_VALUE is then -9999, which reads as a number. */
const STATUSES_WITHOUT_FIGURE: ReadonlySet<string> = new Set(['ND', 'NA', 'NC']);
const FIGURE_OF_MISSING = /^(-9999(\.0*)?|ND|NA|NC|)$/;
const NORMAL_STATUS = 'A';

/** Hands on the figures of a series; those with a status that nobody has described are left out. */
function takeFigures(series: Series, { base, quote }: FedRateSeries, take: TakeFixing): readonly LeftOut[] {
  return series.Obs.flatMap(({ OBS_STATUS: status, OBS_VALUE: rate, TIME_PERIOD: observedOn }) => {
    if (STATUSES_WITHOUT_FIGURE.has(status) || FIGURE_OF_MISSING.test(rate)) return [];
    if (status !== NORMAL_STATUS) {
      return unreadable(`${base}/${quote}`, `status "${status}" on ${observedOn}, not A, ND, NA or NC`);
    }
    take({ base, quote, rate, observedOn });
    return [];
  });
}

/** The Fed's XML in pieces that can be parsed one after the other. */
interface FedXmlPieces {
  /** What is around the series: it must be well-formed by itself, which a cut file is not. */
  readonly frame: string;
  readonly series: readonly FedXmlSeries[];
}

/** One Series element. */
interface FedXmlSeries {
  /** With its attributes: `<kf:Series FREQ="9" SERIES_NAME="RXI_N.B.JA">`. */
  readonly startTag: string;
  /** The element as several of its start tag, each with some of the observations; decoded when asked for. */
  readonly parts: () => Iterable<string>;
}

const EXPECTED_SERIES = 'expected H10_data.xml: a Series per currency and in it an Obs per day';

/** Holds the first series, and so the prefixes that this file uses. */
const HEAD_BYTES = 65_536;
/** Some 900 observations: parsed, they are gone before the garbage collector takes them for lasting. */
const PART_BYTES = 65_536;

/** Finds the series of a release of some 25 MB without decoding it whole. */
function splitFedXml(bytes: Buffer): Result<FedXmlPieces, LayoutError> {
  const head = bytes.toString('utf8', 0, HEAD_BYTES);
  // The publisher writes no DTD, and one is how attacks through XML begin.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) {
    return unknownLayout(`The XML has a document type declaration, which is refused; ${EXPECTED_SERIES}.`);
  }
  const tag = /<((?:[\w.-]+:)?Series)[\s>]/.exec(head)?.[1];
  const observation = /<(?:[\w.-]+:)?Obs(?=[\s>/])/.exec(head)?.[0];
  if (tag === undefined || observation === undefined) {
    return unknownLayout(`The XML has no Series with an Obs; ${EXPECTED_SERIES}.`);
  }
  const series: FedXmlSeries[] = [];
  const frame: string[] = [];
  let rest = 0;
  for (let start = bytes.indexOf(`<${tag}`); start !== -1; start = bytes.indexOf(`<${tag}`, rest)) {
    const close = bytes.indexOf(`</${tag}>`, start);
    if (close === -1) return unknownLayout(`The XML is cut short within a Series; ${EXPECTED_SERIES}.`);
    frame.push(bytes.toString('utf8', rest, start));
    series.push(seriesOf(bytes.subarray(start, close), observation, `</${tag}>`));
    rest = close + tag.length + 3;
  }
  frame.push(bytes.toString('utf8', rest));
  return ok({ frame: frame.join(''), series });
}

/** `element` is without its end tag. An Obs is always a child of the Series, so that before one a part may end. */
function seriesOf(element: Buffer, observation: string, endTag: string): FedXmlSeries {
  const bodyAt = element.indexOf('>') + 1;
  const startTag = element.toString('utf8', 0, bodyAt);
  return {
    startTag,
    *parts() {
      for (let at = bodyAt; at < element.length;) {
        const next = element.indexOf(observation, at + PART_BYTES);
        const end = next === -1 ? element.length : next;
        yield `${startTag}${element.toString('utf8', at, end)}${endTag}`;
        at = end;
      }
    },
  };
}
