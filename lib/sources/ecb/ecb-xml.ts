import { z } from 'zod';

import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { openXmlReader, type XmlBounds } from '#lib/sources/bounded-xml';
import type { LayoutError } from '#lib/sources/source';

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
export function parseEcbXml(
  text: string,
  bounds: XmlBounds,
): Result<readonly PublishedFixing[], LayoutError> {
  const xml = openXmlReader({ bounds, publisher: "the ECB's", arrayOf: 'Cube', expected: EXPECTED });
  const envelope = xml.read(text, envelopeSchema);
  if (!envelope.ok) return envelope;
  const [days] = envelope.value.Envelope.Cube;
  const fixings = days.Cube.flatMap((day) =>
    day.Cube.map(({ currency, rate }) => ({ base: 'EUR', quote: currency, rate, observedOn: day.time })),
  );
  return ok(fixings);
}
