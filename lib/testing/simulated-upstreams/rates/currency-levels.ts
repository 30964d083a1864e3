/** How much a currency moves: the standard deviation of a day, and a trend for currencies that inflate. */
export interface Movement {
  /** Of the natural logarithm, against the currency that the level is stated in. */
  readonly dailyDeviation: number;
  /** Change of the logarithm in a year; 0 where there is no trend. */
  readonly yearlyTrend: number;
  /** Whether it is traded while the foreign exchange market is closed. */
  readonly isAlwaysOpen: boolean;
}

/** Where a simulated currency stands on 1 November 2026 and how it moves. */
export interface CurrencyLevel extends Movement {
  /** One unit of the currency is `level` units of `against`. */
  readonly against: string;
  readonly level: number;
}

const MOVEMENTS: ReadonlyMap<string, Movement> = new Map([
  ['major', { dailyDeviation: 0.005, yearlyTrend: 0, isAlwaysOpen: false }],
  ['exotic', { dailyDeviation: 0.007, yearlyTrend: 0, isAlwaysOpen: false }],
  ['falling', { dailyDeviation: 0.007, yearlyTrend: -0.15, isAlwaysOpen: false }],
  ['metal', { dailyDeviation: 0.01, yearlyTrend: 0, isAlwaysOpen: false }],
  ['basket', { dailyDeviation: 0.002, yearlyTrend: 0, isAlwaysOpen: false }],
  ['managed', { dailyDeviation: 0.0003, yearlyTrend: 0, isAlwaysOpen: false }],
  ['same', { dailyDeviation: 0, yearlyTrend: 0, isAlwaysOpen: false }],
  ['crypto', { dailyDeviation: 0.03, yearlyTrend: 0, isAlwaysOpen: true }],
  ['stable', { dailyDeviation: 0.00003, yearlyTrend: 0, isAlwaysOpen: true }],
]);

/** One line a movement: the movement, what levels are stated in, and `CODE units-of-it-for-one`; `=` turns it to one unit of CODE. */
const LEVELS = `
major USD EUR=1.159 GBP=1.334 JPY:153.4 CHF:0.797 CAD:1.392 AUD=0.652 NZD=0.577 SEK:9.41 NOK:10.06 SGD:1.298
exotic USD CZK:20.98 HUF:334.6 PLN:3.668 RON:4.392 ISK:124.6 ILS:3.256 MXN:18.45 ZAR:17.32 THB:32.35 PHP:58.85
exotic USD INR:88.7 KRW:1428 TWD:30.8 IDR:16630 MYR:4.187 BRL:5.38 CLP:942 COP:3860 PEN:3.372 CNY:7.112 RUB:80.6
exotic USD AFN:66.3 ALL:83.4 AMD:382.6 AOA:917 AZN:1.7 BDT:122 BIF:2950 BOB:6.91 BWP:13.42 BYN:3.41 CDF:2220
exotic USD CRC:501.8 CUP:24 DOP:64.3 DZD:130.1 ERN:15 FJD:2.274 GEL:2.714 GMD:72.6 GNF:8690 GTQ:7.662 GYD:209.1
exotic USD HNL:26.3 HTG:130.9 IQD:1309 IRR:42100 JMD:160.4 KES:129.2 KGS:87.45 KHR:4018 KPW:900 KWD=3.257 KZT:524.6 LAK:21680
exotic USD LBP:89500 LKR:304.4 LRD:183.2 LYD:5.452 MAD:9.26 MDL:17.02 MGA:4475 MMK:2099 MNT:3590 MRU:39.9 MUR:45.6
exotic USD MVR:15.4 MWK:1734 MZN:63.9 NIO:36.8 PGK:4.25 PKR:281.2 PYG:7080 RWF:1452 SBD:8.23 SCR:14.1 SDG:600 SLE:23.1
exotic USD SOS:571 SRD:38.7 SSP:4600 SVC:8.75 SYP:11050 TJS:9.24 TND:2.94 TOP:2.38 TTD:6.79 TZS:2460 UAH:41.9 UGX:3490
exotic USD UYU:39.9 UZS:12050 VND:26310 VUV:121.6 WST:2.79 YER:238.6 ZMW:22.3 GHS:10.9 ETB:151
falling USD TRY:42.1 ARS:1445 NGN:1442 EGP:47.2 VES:228 VED:228 ZWG:26.4
managed USD HKD:7.776
managed EUR DKK:7.4605 MKD:61.55 RSD:117.2 HRK:7.5345 SKK:30.126 SIT:239.64 CYP:0.5853 MTL:0.4293 LVL:0.7028 GRD:340.75
managed EUR EEK:15.6466 LTL:3.4528 BGN:1.95583 DEM:1.95583 FRF:6.55957
basket USD XDR=1.357
metal USD XAU=4012 XAG=48.6 XPT=1580 XPD=1430
same USD USN:1
same CHF CHW:1
same EUR CHE:1
same TRY TRL:1000000
same RON ROL:10000
same BOB BOV:0.39
same CLP CLF=39640
same COP COU=386
same MXN MXV=8.55
same UYU UYI=6.4 UYW=1.76
crypto USD BTC=109500 ETH=3870 BNB=1088 SOL=187 XRP=2.51 ADA=0.611 DOGE=0.186 TRX=0.297 DOT=2.91 LINK=17.2 LTC=97.4
crypto USD BCH=552 XLM=0.302 XMR=342 ZEC=388 ETC=15.4 ATOM=3.02 XTZ=0.58 AVAX=18.4 UNI=5.9 AAVE=221 ALGO=0.177 FIL=1.52
crypto USD HBAR=0.196 SUI=2.36 TON=2.24 NEAR=2.15 APT=3.2 ARB=0.304 OP=0.42 INJ=8.1 DASH=47 REP=0.91 MKR=1620 SHIB=0.0000101
crypto USD PEPE=0.0000069 BONK=0.0000143 FLOKI=0.000076 BTTC=0.00000047 LUNC=0.000041 WBTC=109400 STETH=3868 EOS=0.38
stable USD USDT=0.9998 USDC=1 DAI=0.9999 FDUSD=0.9985 TUSD=0.9982 PYUSD=0.9997 USDE=0.9993 USDP=1 GUSD=1 RLUSD=1 BUSD=1
stable USD USDS=0.9999 USDD=0.9995 USD1=0.9996 USDG=1 GHO=0.9995 FRAX=0.998 LUSD=1.002 SUSD=0.996 CRVUSD=0.999 FRXUSD=1 AUSD=1
stable EUR EURC=0.9995 EURI=1 EURS=1.001 EURT=0.999 AEUR=1.002
stable XAU PAXG=1.0005 XAUT=0.9995
stable JPY JPYC=1 GYEN=0.99
stable CHF XCHF=1 ZCHF=0.999
stable AUD AUDD=1
stable CAD QCAD=0.998
stable SGD XSGD=1
stable TRY TRYB=0.997
stable BRL BRZ=0.996
stable ZAR ZARP=1
stable IDR IDRT=0.98 BIDR=0.98
`;

/** Levels by code. Currencies that law ties to another are not here while they are tied: law gives their value. */
export const CURRENCY_LEVELS: ReadonlyMap<string, CurrencyLevel> = new Map(
  LEVELS.trim().split('\n').flatMap(readLine),
);

/** How a crypto asset without a line of its own moves. */
export const OTHER_CRYPTO: Movement = { dailyDeviation: 0.03, yearlyTrend: 0, isAlwaysOpen: true };

function readLine(line: string): readonly (readonly [string, CurrencyLevel])[] {
  const [name = '', against = '', ...cells] = line.split(' ');
  const movement = MOVEMENTS.get(name);
  if (movement === undefined) throw new Error(`No movement is called "${name}".`);
  return cells.map((cell) => {
    const [, code = '', sign, figure] = /^([A-Z0-9]+)([:=])([\d.]+)$/.exec(cell) ?? [];
    const level = sign === '=' ? Number(figure) : 1 / Number(figure);
    if (!(level > 0)) throw new Error(`"${cell}" is not a level.`);
    return [code, { ...movement, against, level }] as const;
  });
}
