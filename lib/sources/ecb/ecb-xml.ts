import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';

import type { PublishedFixing } from '#lib/domain/observation';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

const EXPECTED =
  'expected eurofxref-daily.xml, eurofxref-hist-90d.xml or eurofxref-hist.xml: an Envelope with a Cube per day and in it a Cube per currency';

const envelopeSchema = z.object({
  Envelope: z.object({
    Cube: z.tuple([
      z.object({
        Cube: z
          .array(
            z.object({
              time: z.string(),
              Cube: z.array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), rate: z.string() })).min(1),
            }),
          )
          .min(1),
      }),
    ]),
  }),
});

/** Reads the ECB's XML of one day, 90 days or the whole history: one nesting, any prefix, quotes and white space. */
export function parseEcbXml(text: string): Result<readonly PublishedFixing[], LayoutError> {
  // The publisher writes no DTD, and one is how attacks through XML begin.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    return unknownLayout(`The XML has a document type declaration, which is refused; ${EXPECTED}.`);
  }
  const flaw = XMLValidator.validate(text);
  if (flaw !== true) {
    return unknownLayout(
      `The XML is cut short or damaged (line ${flaw.err.line}: ${flaw.err.msg}); ${EXPECTED}.`,
    );
  }
  const envelope = envelopeSchema.safeParse(xmlParser().parse(text));
  if (!envelope.success) {
    const place = envelope.error.issues[0]?.path.join('/') ?? '';
    return unknownLayout(`The XML is not the ECB's at ${place}; ${EXPECTED}.`);
  }
  const [days] = envelope.data.Envelope.Cube;
  const fixings = days.Cube.flatMap((day) =>
    day.Cube.map(({ currency, rate }) => ({ base: 'EUR', quote: currency, rate, observedOn: day.time })),
  );
  return ok(fixings);
}

/** Everything stays text: figures are read at the door, and entities are never expanded. */
function xmlParser(): XMLParser {
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === 'Cube',
  });
}
