/**
 * What people call a currency beside its name, to search by: lower case, without accents. Former and market codes stand for
 * the same money; what trades apart from it, as the offshore yuan CNH, is none.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  USD: ['dollar', 'buck', 'greenback'],
  EUR: ['euros'],
  GBP: ['quid', 'stg', 'british pound', 'cable', 'nicker'],
  JPY: ['nihon en'],
  CHF: ['swissie', 'franken', 'sfr'],
  CNY: ['rmb', 'renminbi', 'kuai'],
  AUD: ['aussie'],
  CAD: ['loonie'],
  NZD: ['kiwi'],
  INR: ['rupees', 'rs'],
  KRW: ['hanguk won'],
  RUB: ['rouble'],
  BYN: ['belarusian rouble'],
  ILS: ['nis', 'sheqel'],
  TWD: ['ntd', 'nt dollar'],
  BRL: ['reais'],
  MXN: ['mexican dollar'],
  PLN: ['zl'],
  SEK: ['krona', 'kronor'],
  NOK: ['kroner'],
  DKK: ['kroner'],
  TRY: ['tl'],
  ZAR: ['rands'],
  SAR: ['riyal'],
  DEM: ['deutschmark', 'deutsche mark', 'd-mark'],
  BTC: ['xbt', 'sats'],
  ETH: ['ether'],
  XRP: ['ripple'],
  DOGE: ['xdg'],
  USDT: ['tether'],
  XAU: ['bullion'],
  XDR: ['sdr'],
};

/** Further names of a currency; empty for most. */
export function currencyAliases(code: string): readonly string[] {
  return ALIASES[code] ?? [];
}
