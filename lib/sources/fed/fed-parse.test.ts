import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { parseFed } from './fed-parse.ts';

const DDP_CSV = `"Series Description","SPOT EXCHANGE RATE - EURO AREA ","HONG KONG -- SPOT EXCHANGE RATE, HK$/US$ "\r
"Unit:","Currency:_Per_EUR","Currency:_Per_USD"\r
"Multiplier:","1","1"\r
"Currency:","USD","HKD"\r
"Unique Identifier: ","H10/H10/RXI$US_N.B.EU","H10/H10/RXI_N.B.HK"\r
"Time Period","RXI$US_N.B.EU","RXI_N.B.HK"\r
2000-01-03,1.0155,7.7765\r
2016-01-01,ND,ND`;

const FRED_CSV = 'observation_date,DEXUSEU,DEXJPUS\n1999-01-01,,\n1999-01-04,1.1812,112.15\n';

const FRED_JSON = JSON.stringify({
  realtime_start: '2026-03-19',
  units: 'lin',
  output_type: 1,
  count: 2,
  observations: [
    { realtime_start: '2026-03-19', realtime_end: '2026-03-19', date: '2026-03-02', value: '1.169' },
    { realtime_start: '2026-03-19', realtime_end: '2026-03-19', date: '2026-03-03', value: '.' },
  ],
});

const RELEASE_XML = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<message:MessageGroup xmlns:message="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message" xmlns:frb="http://www.federalreserve.gov/structure/compact/common">
<message:Header><message:ID>H10</message:ID></message:Header>
<frb:DataSet id="H10" xmlns:kf="http://www.federalreserve.gov/structure/compact/H10_H10">
<kf:Series CURRENCY="EUR" FREQ="9" FX="EUR" SERIES_NAME="RXI$US_N.B.EU" UNIT="Currency" UNIT_MULT="1"  >
<frb:Annotations><frb:Annotation><frb:Text>Spot exchange rate &amp; more</frb:Text></frb:Annotation></frb:Annotations>
<frb:Obs OBS_STATUS="ND" OBS_VALUE="-9999" TIME_PERIOD="1999-01-01" />
<frb:Obs OBS_STATUS="A" OBS_VALUE="1.1812" TIME_PERIOD="1999-01-04" />
</kf:Series>
<kf:Series CURRENCY="EUR" FREQ="129" FX="EUR" SERIES_NAME="RXI$US_N.M.EU" UNIT="Currency" UNIT_MULT="1"  >
<frb:Obs OBS_STATUS="A" OBS_VALUE="1.1591" TIME_PERIOD="1999-01-31" />
</kf:Series>
<kf:Series CURRENCY="VEB" FREQ="9" FX="VEB" SERIES_NAME="RXI_N.B.VE" UNIT="Currency" UNIT_MULT="1"  >
<frb:Obs OBS_STATUS="A" OBS_VALUE="566.0000" TIME_PERIOD="1999-01-04" />
</kf:Series>
<kf:Series CURRENCY="JPY" FREQ="9" FX="JPY" SERIES_NAME="RXI_N.B.JA" UNIT="Currency" UNIT_MULT="1"  >
<frb:Obs OBS_STATUS="A" OBS_VALUE="112.1500" TIME_PERIOD="1999-01-04" />
</kf:Series>
</frb:DataSet>
</message:MessageGroup>`;
const RELEASE_FIGURES = ['1999-01-04 EUR/USD 1.1812', '1999-01-04 USD/JPY 112.1500'];

describe('documents of the Fed', () => {
  it('reads a package of the DDP in both directions and leaves ND out', () => {
    expect(figuresOf(DDP_CSV)).toEqual(['2000-01-03 EUR/USD 1.0155', '2000-01-03 USD/HKD 7.7765']);
  });

  it('goes by the series id alone, whatever unit, multiplier and currency the labels state', () => {
    const relabelled = DDP_CSV.replace('"Currency:","USD","HKD"', '"Currency:","EUR","HKD"')
      .replaceAll(/Currency:_Per_.../g, 'Currency')
      .replace('"Multiplier:","1","1"', '"Multiplier:","0.00999999978","100"');
    expect(relabelled).not.toBe(DDP_CSV);
    expect(figuresOf(relabelled)).toEqual(figuresOf(DDP_CSV));
  });

  it.each([
    ['without labels', DDP_CSV.slice(DDP_CSV.indexOf('"Time Period"'))],
    ['under a notice', `"This page will be retired, in part"\r\n${DDP_CSV}`],
    ['with a line end after the last row', `${DDP_CSV}\r\n`],
    ['with NA and NC for missing figures', `${DDP_CSV}\r\n2016-01-04,NA,NC`],
  ])('reads a package %s', (_name, text) => expect(figuresOf(text)).toEqual(figuresOf(DDP_CSV)));

  it('leaves the bolivar and dollar indexes of a package out and keeps the others', () => {
    const text = '"Time Period","RXI_N.B.VE","JRXWTFB_N.B","RXI_N.B.JA"\r\n2020-01-02,45.0000,114.9,108.4300';
    expect(figuresOf(text)).toEqual(['2020-01-02 USD/JPY 108.4300']);
  });
});

describe('documents of FRED, and of the whole release', () => {
  it('reads FRED’s graph under both headers, empty and point left out', () => {
    const figures = ['1999-01-04 EUR/USD 1.1812', '1999-01-04 USD/JPY 112.15'];
    expect(figuresOf(FRED_CSV)).toEqual(figures);
    const old = FRED_CSV.replace('observation_date', 'DATE').replace('1999-01-01,,', '1999-01-01,.,.');
    expect(figuresOf(old)).toEqual(figures);
    expect(figuresOf(`\uFEFF${FRED_CSV.replaceAll('\n', '\r\n')}`)).toEqual(figures);
  });

  it('reads a file of FRED’s bulk archive by its name', () => {
    const text = 'DATE,VALUE\n1999-01-01,.\n1999-01-04,1.1812\n';
    expect(figuresOf(text, 'file:DEXUSEU.csv')).toEqual(['1999-01-04 EUR/USD 1.1812']);
  });

  it.each([
    'file:fred-observations-DEXUSEU-2026-03.json',
    'file:DEXUSEU.json',
    'https://api.stlouisfed.org/fred/series/observations?series_id=DEXUSEU&file_type=json',
  ])('reads FRED’s JSON whose series is named in %s', (url) =>
    expect(figuresOf(FRED_JSON, url)).toEqual(['2026-03-02 EUR/USD 1.169']),
  );

  it('reads the whole release, daily series only, and never -9999', () => {
    expect(figuresOf(RELEASE_XML)).toEqual(RELEASE_FIGURES);
    const withoutStatus = RELEASE_XML.replace('OBS_STATUS="ND"', 'OBS_STATUS="A"');
    expect(figuresOf(withoutStatus)).toEqual(RELEASE_FIGURES);
  });

  it('reads a series of the whole release that is parsed in several parts', () => {
    const observation = (day: number) =>
      `<frb:Obs OBS_STATUS="A" OBS_VALUE="${1000 + day}.0000" TIME_PERIOD="day ${day}" />\n`;
    const observations = Array.from({ length: 5000 }, (_, day) => observation(day));
    const long = RELEASE_XML.replace(
      '<frb:Obs OBS_STATUS="A" OBS_VALUE="112.1500"',
      (first) => observations.join('') + first,
    );
    const yen = figuresOf(long).filter((figure) => figure.startsWith('day'));
    expect(yen).toEqual(observations.map((_, day) => `day ${day} USD/JPY ${1000 + day}.0000`));
  });

  it('reads the whole release as the ZIP archive of the DDP, and under other prefixes', () => {
    const archive = zipSync({ 'H10_struct.xml': strToU8('<a/>'), 'H10_data.xml': strToU8(RELEASE_XML) });
    expect(figuresOf(archive)).toEqual(RELEASE_FIGURES);
    expect(figuresOf(RELEASE_XML.replaceAll('kf:', ''))).toEqual(RELEASE_FIGURES);
  });

  it('takes the daily rates of FRED’s bulk archive and leaves out what is beside them', () => {
    const archive = zipSync({
      'INTLFXD_csv_2/README_TITLE_SORT.txt': strToU8('Category: FRED'),
      'INTLFXD_csv_2/data/DEXUSEU.csv': strToU8('DATE,VALUE\n1999-01-04,1.1812\n'),
      'INTLFXD_csv_2/data/DEXVZUS.csv': strToU8('DATE,VALUE\n1999-01-04,0.5660\n'),
      'INTLFXD_csv_2/data/DTWEXB.csv': strToU8('DATE,VALUE\n1999-01-04,116.1\n'),
      'INTLFXD_csv_2/data/EXUSEU.csv': strToU8('DATE,VALUE\n1999-01-01,1.1591\n'),
      'INTLFXD_csv_2/data/DEXJPUS.csv': strToU8('DATE,VALUE\n1999-01-04,112.15\n'),
    });
    expect(figuresOf(archive)).toEqual(['1999-01-04 EUR/USD 1.1812', '1999-01-04 USD/JPY 112.15']);
  });

  it('hands doubtful figures to the validation as text', () => {
    expect(figuresOf('observation_date,DEXUSEU\n1999-13-04,-1.18\n')).toEqual(['1999-13-04 EUR/USD -1.18']);
  });
});

describe('a series of the Fed that cannot be read', () => {
  it('is left out and named: a member of an archive', () => {
    const archive = zipSync({
      'data/DEXUSEU.csv': strToU8('DATE,VALUE\n1999-01-04,1.18'),
      'data/DEXJPUS.csv': strToU8('DATE,VALUE\n1999-01-04,112.15\n'),
    });
    const parsed = parseFed(documentOf(archive, 'file:test'));
    expect(figuresOf(archive)).toEqual(['1999-01-04 USD/JPY 112.15']);
    expect(parsed.ok && parsed.value.leftOut.map(({ series }) => series)).toEqual([
      'the member data/DEXUSEU.csv of the ZIP archive',
    ]);
  });

  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    [
      'a column that is no series',
      FRED_CSV.replace('DEXUSEU', 'DEXUSEU_PC1'),
      ['1999-01-04 USD/JPY 112.15'],
      ['"DEXUSEU_PC1": is none of the Fed\'s series'],
    ],
    [
      'a monthly column',
      FRED_CSV.replace('DEXJPUS', 'EXJPUS'),
      ['1999-01-04 EUR/USD 1.1812'],
      ['"EXJPUS": is monthly, and averages are no fixings'],
    ],
    [
      'a row with a cell too many',
      `${FRED_CSV}1999-01-05,1,1790,111.1\n1999-01-06,1.1636,112.4\n`,
      [
        '1999-01-04 EUR/USD 1.1812',
        '1999-01-04 USD/JPY 112.15',
        '1999-01-06 EUR/USD 1.1636',
        '1999-01-06 USD/JPY 112.4',
      ],
      ['row 3 ("1999-01-05"): 4 cells where the header has 3'],
    ],
    [
      'a status that nobody described',
      RELEASE_XML.replace('OBS_STATUS="A"', 'OBS_STATUS="Q"'),
      ['1999-01-04 USD/JPY 112.1500'],
      ['EUR/USD: status "Q" on 1999-01-04, not A, ND, NA or NC'],
    ],
    [
      'an element without a name',
      RELEASE_XML.replace('SERIES_NAME="RXI$US_N.B.EU"', ''),
      ['1999-01-04 USD/JPY 112.1500'],
      ['"": is none of the Fed\'s series'],
    ],
  ])('is left out and named: %s', (_name, text, figures, named) => {
    const parsed = parseFed(documentOf(text, 'file:test'));
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    expect(figuresOf(text)).toEqual(figures);
    const told = parsed.value.leftOut.map(({ series, reason }) => `${series}: ${reason}`);
    expect(told).toEqual(named.map((start) => expect.stringContaining(start)));
  });
});

const ZIP_OF_MONTHS = zipSync({ 'data/EXUSEU.csv': strToU8('DATE,VALUE\n1999-01-01,1.1591\n') });

const REFUSED: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ['an empty body', '', /is empty; expected a CSV of the DDP/],
  ['an HTML page', '<!DOCTYPE html>\n<html><title>Please wait</title></html>', /is an HTML page/],
  [
    'a monthly package',
    DDP_CSV.replaceAll('.B.', '.M.'),
    /"RXI\$US_N\.M\.EU" is monthly, and averages are no fixings/,
  ],
  ['an annual package', DDP_CSV.replaceAll('.B.', '.A.'), /"RXI\$US_N\.A\.EU" is annual/],
  ['a monthly series of FRED', FRED_CSV.replace(/DEXUSEU,DEXJPUS/, 'EXUSEU,EXJPUS'), /"EXUSEU" is monthly/],
  [
    'a transformed series of FRED',
    FRED_CSV.replaceAll('US,', 'US_PC1,').replaceAll(/(DEX\w+)/g, '$1_PC1'),
    /"DEXUSEU_PC1" is none/,
  ],
  ['another bank’s CSV', 'DATE,XUDLUSS\n17 Mar 2026,1.3343\n', /"XUDLUSS" is none of the Fed's/],
  ['the bolivar alone', 'observation_date,DEXVZUS\n2020-01-02,45\n', /DEXVZUS is the bolivar, whose redenom/],
  ['a header alone', 'observation_date,DEXUSEU\n', /no figure of DEXUSEU/],
  ['rows without any figure', 'observation_date,DEXUSEU\n2025-01-01,\n', /no figure of DEXUSEU/],
  ['a package of holidays', DDP_CSV.replace(/2000.*\r\n/, ''), /no figure of RXI\$US_N\.B\.EU, RXI_N\.B\.HK/],
  [
    'a derived table',
    'Date,Country,Exchange rate\n1971-01-01,Australia,0.8944\n',
    /begins with "Date,Country,Exchange rate"/,
  ],
  ['a package cut within a figure', DDP_CSV.slice(0, DDP_CSV.indexOf('65\r\n2016')), /may be cut short/],
  ['a package cut within a row', `${DDP_CSV.slice(0, -6)}`, /cut short/],
  ['a graph that does not end its line', FRED_CSV.slice(0, -1), /may be cut short/],
  [
    'decimal commas',
    FRED_CSV.replaceAll(/(\d)\.(\d)/g, '$1,$2'),
    /5 cells where the header has 3: .*decimal commas/,
  ],
  ['a bulk file without a name', 'DATE,VALUE\n1999-01-04,1.1812\n', /does not say which series it is/],
  ['JSON without a name', FRED_JSON, /does not say which series it is, and neither does its name/],
  ['JSON of percentages', FRED_JSON.replace('"lin"', '"pch"'), /not FRED's at units/],
  ['an error of FRED', '{"error_code":400,"error_message":"Bad Request."}', /error 400 \("Bad Request\."\)/],
  ['other JSON', '{"error":{"code":500}}', /not FRED's at units/],
  ['JSON that is cut short', FRED_JSON.slice(0, -3), /no JSON, or cut short/],
  ['XML of someone else', '<?xml version="1.0"?><rss><channel/></rss>', /has no Series/],
  ['a document type declaration', RELEASE_XML.replace('?>', '?><!DOCTYPE x>'), /document type/],
  ['XML cut within a series', RELEASE_XML.slice(0, -300), /cut short/],
  ['XML cut after a series', RELEASE_XML.slice(0, -20), /cut short or damaged/],
  ['XML with a damaged row', RELEASE_XML.replace('OBS_VALUE="1.1812"', 'OBS_VALUE=1.1812'), /damaged/],
  ['XML without figures’ statuses', RELEASE_XML.replaceAll(/OBS_STATUS="\w+"/g, ''), /no figure of RXI/],
  ['monthly XML', RELEASE_XML.replaceAll('FREQ="9"', 'FREQ="129"'), /no daily exchange-rate series/],
  ['an archive of months', ZIP_OF_MONTHS, /data\/EXUSEU\.csv, which are monthly or annual series/],
  ['an archive of something else', zipSync({ 'report.pdf': strToU8('x') }), /contains report\.pdf; expected/],
  [
    'an archive with a damaged member',
    zipSync({ 'data/DEXUSEU.csv': strToU8('DATE,VALUE\n1999-01-04,1.18') }),
    /the member data\/DEXUSEU\.csv of the ZIP archive: The CSV may be cut short/,
  ],
  [
    'an archive of more than 32 MiB',
    zipSync({ 'DEXUSEU.csv': new Uint8Array(33 * 2 ** 20) }),
    /larger than 33554432 bytes/,
  ],
];

describe('what is no document of the Fed', () => {
  it.each(REFUSED)('refuses %s with a sentence', (_name, body, sentence) => {
    const told = sentenceOf(body);
    expect(told).toMatch(sentence);
    expect(told).toMatch(/^[A-Z].*\.$/s);
  });

  it('refuses a name with several series, and a series that is not daily', () => {
    expect(sentenceOf(FRED_JSON, 'file:DEXUSEU-DEXJPUS.json')).toMatch(/its name has several/);
    expect(sentenceOf(FRED_JSON, 'file:EXUSEU.json')).toMatch(/"EXUSEU" is monthly/);
    expect(sentenceOf(FRED_JSON, 'https://x.org/?series_id=DEXUSEU&frequency=m')).toMatch(/averages/);
  });
});

function figuresOf(body: string | Uint8Array, url = 'file:test'): readonly string[] {
  const parsed = parseFed(documentOf(body, url));
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.figures.map(
    ({ base, quote, rate, observedOn }) => `${observedOn} ${base}/${quote} ${rate}`,
  );
}

function sentenceOf(body: string | Uint8Array, url = 'file:test'): string {
  const parsed = parseFed(documentOf(body, url));
  return parsed.ok ? `Parsed ${parsed.value.figures.length} figures.` : parsed.error.sentence;
}

function documentOf(body: string | Uint8Array, url: string) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { url, body: bytes, fetchedAt: new Date('2026-11-20T12:00:00Z') };
}
