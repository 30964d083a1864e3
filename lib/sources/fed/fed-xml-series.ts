import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

/** The Fed's XML in pieces that can be parsed one after the other. */
export interface FedXmlPieces {
  /** What is around the series: it must be well-formed by itself, which a cut file is not. */
  readonly frame: string;
  readonly series: readonly FedXmlSeries[];
}

/** One Series element. */
export interface FedXmlSeries {
  /** With its attributes: `<kf:Series FREQ="9" SERIES_NAME="RXI_N.B.JA">`. */
  readonly startTag: string;
  /** The element as several of its start tag, each with some of the observations; decoded when asked for. */
  readonly parts: () => Iterable<string>;
}

const EXPECTED = 'expected H10_data.xml: a Series per currency and in it an Obs per day';

/** Holds the first series, and so the prefixes that this file uses. */
const HEAD_BYTES = 65_536;
/** Some 900 observations: parsed, they are gone before the garbage collector takes them for lasting. */
const PART_BYTES = 65_536;

/** Finds the series of a release of some 25 MB without decoding it whole. */
export function splitFedXml(bytes: Buffer): Result<FedXmlPieces, LayoutError> {
  const head = bytes.toString('utf8', 0, HEAD_BYTES);
  // The publisher writes no DTD, and one is how attacks through XML begin.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(head)) {
    return unknownLayout(`The XML has a document type declaration, which is refused; ${EXPECTED}.`);
  }
  const tag = /<((?:[\w.-]+:)?Series)[\s>]/.exec(head)?.[1];
  const observation = /<(?:[\w.-]+:)?Obs(?=[\s>/])/.exec(head)?.[0];
  if (tag === undefined || observation === undefined) {
    return unknownLayout(`The XML has no Series with an Obs; ${EXPECTED}.`);
  }
  const series: FedXmlSeries[] = [];
  const frame: string[] = [];
  let rest = 0;
  for (let start = bytes.indexOf(`<${tag}`); start !== -1; start = bytes.indexOf(`<${tag}`, rest)) {
    const close = bytes.indexOf(`</${tag}>`, start);
    if (close === -1) return unknownLayout(`The XML is cut short within a Series; ${EXPECTED}.`);
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
