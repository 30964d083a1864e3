import type { Transport } from '#lib/client/asking/ask';
import { createRatesClient } from '#lib/client/rates/rates-client';
import type { PairRate } from '#lib/contract/responses';
import { currencyName } from '#lib/format/currencies/currency-name';
import { rateParts } from '#lib/format/numbers/figures';
import { instantText } from '#lib/format/instants';
import { type PageService, pageService } from '#lib/page-service';
import { sourceName } from '#lib/format/sources/source-names';

/** What a picture says. */
type PictureCard = Parameters<PageService['pictures']['draw']>[0];

/** As long as those who ask may keep it: a link that is shared shows a rate, not a ticker. */
const KEEP_SECONDS = 600;

const GENERAL = '/preview.png';

/** It belongs to a shared link and is no search result of its own. */
const NOT_FOUND_BY_SEARCH = { 'X-Robots-Tag': 'noindex' };

/** The picture of a pair with its rate, source and instant; the general one where there is no rate, or too many were asked for. */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly from: string; readonly to: string }> },
): Promise<Response> {
  const { from, to } = await params;
  const { readingFor, environment, pictures } = pageService();
  const reading = readingFor('anonymous');
  const rate = reading && (await pairRate(reading.transport, from, to.replace(/\.png$/, '')));
  const picture = rate === null ? null : await pictures.draw(cardOf(rate, environment.isSimulated));
  if (picture === null) {
    return new Response(null, {
      status: 302,
      headers: { ...NOT_FOUND_BY_SEARCH, Location: GENERAL, 'Cache-Control': 'no-store' },
    });
  }
  return new Response(Buffer.from(picture), {
    headers: {
      ...NOT_FOUND_BY_SEARCH,
      'Content-Type': 'image/png',
      'Cache-Control': `public, max-age=${KEEP_SECONDS}`,
    },
  });
}

/** Null where there is no rate, and where none can be had now. */
async function pairRate(transport: Transport, from: string, to: string): Promise<PairRate | null> {
  const received = await createRatesClient(transport)
    .pair({ from, to, source: null })
    .catch(() => null);
  return received?.answer.ok ? received.answer.value : null;
}

function cardOf({ from, to, rate, source, timestamp }: PairRate, isSimulated: boolean): PictureCard {
  const { integer, strong, muted } = rateParts(rate);
  return {
    pair: `${from}/${to}`,
    meaning: `One ${currencyName(from)} in ${currencyName(to)}`,
    strong: integer + strong,
    muted,
    origin: `${sourceName(source)}, ${instantText(new Date(timestamp))}`,
    isSimulated,
  };
}
