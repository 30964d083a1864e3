/**
 * What people call a currency or its country beside their names, to search by: lower case, without accents. Former and market codes stand for
 * the same money; what trades apart from it, as the offshore yuan CNH, is none.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  USD: ['dollar', 'buck', 'greenback', 'usa', 'us', 'america'],
  EUR: ['euros', 'eurozone'],
  GBP: [
    'quid',
    'stg',
    'british pound',
    'cable',
    'nicker',
    'uk',
    'great britain',
    'britain',
    'england',
    'scotland',
    'wales',
  ],
  AED: ['uae', 'dubai', 'abu dhabi', 'emirates'],
  JPY: ['nihon en', 'nippon'],
  CHF: ['swissie', 'franken', 'sfr', 'schweiz', 'suisse', 'svizzera'],
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
  BRL: ['reais', 'brasil'],
  MXN: ['mexican dollar'],
  HKD: ['hk'],
  PLN: ['zl'],
  SEK: ['krona', 'kronor'],
  NOK: ['kroner'],
  DKK: ['kroner'],
  TRY: ['tl', 'turkiye'],
  CZK: ['czech republic', 'cesko'],
  HUF: ['magyar'],
  SAR: ['riyal', 'ksa'],
  ZAR: ['rands', 'rsa'],
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
