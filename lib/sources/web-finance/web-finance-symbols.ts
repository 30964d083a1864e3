/**
 * The pairs that are asked for, each `XXXYYY=X` there: one unit of XXX costs the price in YYY. The currencies most
 * traded and most looked up against the dollar, each in the direction that the market quotes, and seven large crosses.
 */
export const WEB_FINANCE_PAIRS: readonly string[] = `
EURUSD GBPUSD AUDUSD NZDUSD USDJPY USDCHF USDCAD USDCNY USDHKD USDSGD
USDSEK USDNOK USDDKK USDKRW USDINR USDMXN USDBRL USDZAR USDTRY USDPLN
USDCZK USDHUF USDILS USDTHB USDIDR USDMYR USDPHP USDTWD USDAED USDSAR
USDCLP USDCOP USDRON
EURGBP EURJPY EURCHF EURSEK EURNOK EURCAD GBPJPY
`
  .trim()
  .split(/\s+/);
