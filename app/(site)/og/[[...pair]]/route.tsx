import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { ImageResponse } from 'next/og';
import { createRatesClient } from '#lib/client/rates/rates-client';
import type { PairRate } from '#lib/contract/responses';
import { currencyName } from '#lib/format/currencies/currency-name';
import { instantText } from '#lib/format/instants';
import { rateParts } from '#lib/format/numbers/figures';
import { sourceName } from '#lib/format/sources/source-names';
import { pageService } from '#lib/page-service';

/** Open Graph's size, which every reader of it takes. */
const SIZE = { width: 1200, height: 630 };

/** As long as those who ask may keep it: a link that is shared shows a rate, not a ticker. It is no search result of its own. */
const HEADERS = { 'Cache-Control': 'public, max-age=600', 'X-Robots-Tag': 'noindex' };

/** What a picture says. */
interface Card {
  readonly title: string;
  /** The rate as people read it, its further digits apart. */
  readonly strong: string;
  readonly muted: string;
  readonly meaning: string;
  /** Whose figure it is and of when: `European Central Bank, 13 Apr 2026, 12:10 UTC`. */
  readonly origin: string;
}

const GENERAL: Card = {
  title: 'Currency rates',
  strong: 'Exact to the digit',
  muted: '',
  meaning: 'Every figure with its source, its instant and its working.',
  origin: 'Converter, rates, charts, status',
};

/** The tokens of the light theme, which ImageResponse takes in sRGB only. */
const INK = '#131a1e';
const SOFT = '#4b575e';
const MUTED = '#68747b';
const LINE = '#e0e5e8';
const ACCENT = '#14647d';
const WARNING = '#865100';

/** Longer figures are set smaller, so that they stay on their line. */
const FIGURE_PX = 148;
const FIGURE_ROOM_PX = 1040;
const DIGIT_SHARE = 0.62;

/**
 * The picture beside a shared link: of a pair with its rate, source and instant, or the general one. Next's own `opengraph-image` may not
 * stand below the optional catch-all of the converter's addresses, so pages name this route in their metadata.
 */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly pair?: readonly string[] }> },
): Promise<Response> {
  const { pair: [from, to] = [] } = await params;
  const rate = from === undefined || to === undefined ? null : await pairRate(from, to);
  const { title, strong, muted, meaning, origin } = rate === null ? GENERAL : cardOf(rate);
  const sign = await readFile(join(process.cwd(), 'app/icon.svg'), 'base64');
  const figurePx = Math.min(FIGURE_PX, FIGURE_ROOM_PX / ((strong.length + muted.length) * DIGIT_SHARE));
  const column = { display: 'flex', flexDirection: 'column' } as const;
  return new ImageResponse(
    <div style={{ ...column, width: '100%', height: '100%', background: '#fff', padding: 80, color: INK }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 36 }}>
        <img src={`data:image/svg+xml;base64,${sign}`} width={56} height={56} alt="" />
        <span style={{ flexGrow: 1 }}>Crossrate</span>
        {pageService().environment.isSimulated && (
          <span style={{ color: WARNING, fontSize: 28 }}>SIMULATED</span>
        )}
      </div>
      <div style={{ ...column, flexGrow: 1, justifyContent: 'center' }}>
        <span style={{ fontSize: 52, color: ACCENT }}>{title}</span>
        <div style={{ display: 'flex', fontSize: figurePx, letterSpacing: '-0.022em', lineHeight: 1.15 }}>
          <span>{strong}</span>
          <span style={{ color: MUTED }}>{muted}</span>
        </div>
        <span style={{ fontSize: 34, color: SOFT }}>{meaning}</span>
      </div>
      <div
        style={{ display: 'flex', borderTop: `2px solid ${LINE}`, paddingTop: 28, fontSize: 34, color: SOFT }}
      >
        {origin}
      </div>
    </div>,
    // Without fonts of our own Next takes the Geist that it has.
    { ...SIZE, headers: HEADERS },
  );
}

/** Null where there is no rate, and where none can be had now. */
async function pairRate(from: string, to: string): Promise<PairRate | null> {
  const reading = pageService().readingFor('anonymous');
  if (reading === null) return null;
  const received = await createRatesClient(reading.transport)
    .pair({ from, to, source: null })
    .catch(() => null);
  return received?.answer.ok ? received.answer.value : null;
}

function cardOf({ from, to, rate, source, timestamp }: PairRate): Card {
  const { integer, strong, muted } = rateParts(rate);
  return {
    title: `${from}/${to}`,
    strong: integer + strong,
    muted,
    meaning: `One ${currencyName(from)} in ${currencyName(to)}`,
    origin: `${sourceName(source)}, ${instantText(new Date(timestamp))}`,
  };
}
