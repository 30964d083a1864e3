import type { TickFacts } from '#lib/sources/source-facts';
import { MINUTE_MS } from '#lib/domain/durations';

/**
 * The pairs that are asked for, each `FX_IDC:XXXYYY` there: one unit of XXX costs the close in YYY. Every active code
 * of our ISO list that the publisher's catalogue of September 2025 has against the dollar (154: no sub-unit codes as
 * GBX, no ended currencies, no CNH), in the direction that the market quotes, and the sixteen deepest markets against
 * the euro. The catalogue has no metals, XCG, ZWG, SSP, VED and funds but CLF, COU and MXV.
 */
export const CHARTING_PLATFORM_PAIRS: readonly string[] = `
USDAED USDAFN USDALL USDAMD USDAOA USDARS AUDUSD USDAWG USDAZN USDBAM USDBBD USDBDT USDBHD USDBIF
USDBMD USDBND USDBOB USDBRL USDBSD USDBTN USDBWP USDBYN USDBZD USDCAD USDCDF USDCHF CLFUSD USDCLP
USDCNY USDCOP USDCOU USDCRC USDCUP USDCVE USDCZK USDDJF USDDKK USDDOP USDDZD USDEGP USDERN USDETB
EURUSD USDFJD USDFKP GBPUSD USDGEL USDGHS USDGIP USDGMD USDGNF USDGTQ USDGYD USDHKD USDHNL USDHTG
USDHUF USDIDR USDILS USDINR USDIQD USDIRR USDISK USDJMD USDJOD USDJPY USDKES USDKGS USDKHR USDKMF
USDKPW USDKRW USDKWD USDKYD USDKZT USDLAK USDLBP USDLKR USDLRD USDLSL USDLYD USDMAD USDMDL USDMGA
USDMKD USDMMK USDMNT USDMOP USDMRU USDMUR USDMVR USDMWK USDMXN USDMXV USDMYR USDMZN USDNAD USDNGN
USDNIO USDNOK USDNPR NZDUSD USDOMR USDPAB USDPEN USDPGK USDPHP USDPKR USDPLN USDPYG USDQAR USDRON
USDRSD USDRUB USDRWF USDSAR USDSBD USDSCR USDSDG USDSEK USDSGD USDSHP USDSLE USDSOS USDSRD USDSTN
USDSVC USDSYP USDSZL USDTHB USDTJS USDTMT USDTND USDTOP USDTRY USDTTD USDTWD USDTZS USDUAH USDUGX
USDUYU USDUZS USDVES USDVND USDVUV USDWST USDXAF USDXCD XDRUSD USDXOF USDXPF USDYER USDZAR USDZMW
EURGBP EURJPY EURCHF EURSEK EURNOK EURDKK EURPLN EURCZK EURHUF EURRON EURTRY EURCNY EURAUD EURCAD
EURNZD EURZAR
`
  .trim()
  .split(/\s+/);

/** Prices are doubles with noise at the end; so many significant digits are kept. */
export const SCAN_DIGITS = 7;

/** TradingView's facts; its quotes read 1 base = `rate` quote. */
export const FACTS: TickFacts = {
  cadence: 'tick',
  id: 'charting-platform',
  name: 'TradingView',
  page: 'https://www.tradingview.com/markets/currencies/',
  terms:
    "TradingView's terms forbid automated collection and use other than display without written consent: read here because the operator of this service chose to.",
  attribution: 'Source: TradingView',
  words: {
    kind: 'market rate',
    figures: 'Market quotes from a charting platform.',
    schedule: 'While the foreign exchange market is open.',
    habit: 'TradingView quotes while the foreign exchange market is open.',
  },
  isOnByDefault: false,
  isOfficial: false,
  mayPassOnDocuments: false,
  base: 'USD',
  expectedPairs: CHARTING_PLATFORM_PAIRS.length,
  askedPairs: CHARTING_PLATFORM_PAIRS.map((pair) => `${pair.slice(0, 3)}/${pair.slice(3)}`),
  market: 'forex',
  ages: { lateMs: 20 * MINUTE_MS, staleMs: 60 * MINUTE_MS, hardLimitMs: 24 * 60 * MINUTE_MS },
  polling: { intervalMs: 5 * MINUTE_MS },
  roundedByUs: `${SCAN_DIGITS} significant digits`,
};
