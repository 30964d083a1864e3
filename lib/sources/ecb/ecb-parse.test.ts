import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { parseEcb } from './ecb-parse.ts';

const DAILY_XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-02-11'>
			<Cube currency='USD' rate='1.1900'/>
			<Cube currency='JPY' rate='182.79'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;

const NINETY_DAYS_XML =
  '<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><Cube>' +
  '<Cube time="2020-12-10"><Cube currency="USD" rate="1.2115"/></Cube><Cube time="2020-09-14"><Cube currency="ZAR" rate="19.7876"/></Cube>' +
  '</Cube></gesmes:Envelope>';

const PREFIXED_XML = `<ns0:Envelope xmlns:ns0="http://www.gesmes.org/xml/2002-08-01" xmlns:ns1="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">\r
	<ns1:Cube>\r
		<ns1:Cube time="2019-01-21">\r
			<ns1:Cube currency="USD" rate="1.1362" />\r
		</ns1:Cube>\r
	</ns1:Cube>\r
</ns0:Envelope>`;

const HISTORY_CSV = 'Date,USD,CYP,HUF,\n2026-04-13,1.1684,N/A,366.9,\n1999-01-04,1.1789,0.58231,251.48,\n';
const LATEST_CSV = 'Date, USD, JPY, HUF, \n13 April 2026, 1.1684, 186.75, 366.90, \n';
const SDMX_CSV = `KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS,TITLE_COMPL
EXR.D.USD.EUR.SP00.A,D,USD,EUR,SP00,A,2026-09-03,1.1615,A,"ECB reference exchange rate, US dollar/Euro, 2.15 pm (C.E.T.)"
`;

describe('documents of the ECB', () => {
  it('reads the daily XML, trailing zeros kept as published', () => {
    expect(figuresOf(DAILY_XML)).toEqual(['2026-02-11 EUR/USD 1.1900', '2026-02-11 EUR/JPY 182.79']);
  });

  it('reads the XML of many days on one line', () => {
    expect(figuresOf(NINETY_DAYS_XML)).toEqual(['2020-12-10 EUR/USD 1.2115', '2020-09-14 EUR/ZAR 19.7876']);
  });

  it('reads XML under any namespace prefix and line end', () => {
    expect(figuresOf(PREFIXED_XML)).toEqual(['2019-01-21 EUR/USD 1.1362']);
  });

  it('reads the history CSV and leaves N/A out', () => {
    expect(figuresOf(HISTORY_CSV)).toEqual([
      '2026-04-13 EUR/USD 1.1684',
      '2026-04-13 EUR/HUF 366.9',
      '1999-01-04 EUR/USD 1.1789',
      '1999-01-04 EUR/CYP 0.58231',
      '1999-01-04 EUR/HUF 251.48',
    ]);
  });

  it('reads the latest CSV with its English date', () => {
    expect(figuresOf(LATEST_CSV)).toEqual([
      '2026-04-13 EUR/USD 1.1684',
      '2026-04-13 EUR/JPY 186.75',
      '2026-04-13 EUR/HUF 366.90',
    ]);
  });

  it.each([
    ['eurofxref-hist.csv', HISTORY_CSV],
    ['eurofxref.csv', LATEST_CSV],
  ])('reads a ZIP archive with the member %s, stored or deflated', (name, text) => {
    for (const level of [0, 9] as const) {
      expect(figuresOf(zipSync({ [name]: strToU8(text) }, { level }))).toEqual(figuresOf(text));
    }
  });

  it('reads a byte order mark and CRLF as if they were not there', () => {
    expect(figuresOf(`\uFEFF${HISTORY_CSV.replaceAll('\n', '\r\n')}`)).toEqual(figuresOf(HISTORY_CSV));
  });

  it('leaves empty and NaN figures out', () => {
    expect(figuresOf('Date,USD,JPY,HUF,\n2026-04-13,,NaN,366.9,\n')).toEqual(['2026-04-13 EUR/HUF 366.9']);
  });

  it('hands doubtful figures and unknown codes to the validation as text', () => {
    expect(figuresOf('Date,USD,JPY,QQQ,\n2026-04-13,"1,1684",-186.75,7,\n')).toEqual([
      '2026-04-13 EUR/USD 1,1684',
      '2026-04-13 EUR/JPY -186.75',
      '2026-04-13 EUR/QQQ 7',
    ]);
  });
});

describe('SDMX csvdata of the ECB', () => {
  it('finds columns by name', () => {
    expect(figuresOf(SDMX_CSV)).toEqual(['2026-09-03 EUR/USD 1.1615']);
  });

  it('reads the dimensions from KEY when they have no column', () => {
    expect(figuresOf('TIME_PERIOD,OBS_VALUE,KEY\n2026-09-03,1.1615,EXR.D.USD.EUR.SP00.A\n')).toEqual([
      '2026-09-03 EUR/USD 1.1615',
    ]);
  });

  it.each([
    ['a monthly series', 'EXR.M.USD.EUR.SP00.A,M,USD,EUR,SP00,A,2026-08,1.1615,A,'],
    ['a group of countries', 'EXR.D.E03.EUR.EN00.A,D,E03,EUR,EN00,A,2026-09-03,101.2,A,'],
    ['another kind of rate', 'EXR.D.JPY.EUR.RC00.A,D,JPY,EUR,RC00,A,2026-09-03,170.1,A,'],
    ['another denominator', 'EXR.D.JPY.USD.SP00.A,D,JPY,USD,SP00,A,2026-09-03,147.2,A,'],
    ['an empty figure', 'EXR.D.JPY.EUR.SP00.A,D,JPY,EUR,SP00,A,2026-09-03,,A,'],
    ['a figure that is NaN', 'EXR.D.JPY.EUR.SP00.A,D,JPY,EUR,SP00,A,2026-09-03,NaN,A,'],
  ])('leaves out %s', (_name, row) => {
    expect(figuresOf(`${SDMX_CSV}${row}\n`)).toEqual(['2026-09-03 EUR/USD 1.1615']);
  });

  it('does not take a figure whose end may be cut off', () => {
    expect(sentenceOf('FREQ,CURRENCY,TIME_PERIOD,OBS_VALUE\nD,ZAR,2026-03-18,19.4')).toMatch(/cut short/);
  });
});

describe('a series of the ECB that cannot be read', () => {
  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    [
      'a currency that is no code',
      DAILY_XML.replace("'USD'", "'usd'"),
      ['EUR/JPY 182.79'],
      ['"usd" of 2026-02-11'],
    ],
    [
      'an element without attributes',
      DAILY_XML.replace("<Cube currency='USD' rate='1.1900'/>", '<Cube/>'),
      ['EUR/JPY 182.79'],
      ['"" of 2026-02-11'],
    ],
    [
      'a day without a currency',
      NINETY_DAYS_XML.replace('<Cube currency="ZAR" rate="19.7876"/>', ''),
      ['EUR/USD 1.2115'],
      ['the day 2020-09-14'],
    ],
    [
      'a column that is no currency',
      HISTORY_CSV.replace('CYP', 'Cyprus'),
      ['EUR/USD 1.1684', 'EUR/HUF 366.9', 'EUR/USD 1.1789', 'EUR/HUF 251.48'],
      ['column 3 ("Cyprus")'],
    ],
    [
      'a row with a cell too many',
      HISTORY_CSV.replace('1.1684', '1,1684'),
      ['EUR/USD 1.1789', 'EUR/CYP 0.58231', 'EUR/HUF 251.48'],
      ['row 1 ("2026-04-13")'],
    ],
  ])('is left out and named: %s', (_name, body, figures, series) => {
    const parsed = parseEcb(bytesOf(body));
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    expect(parsed.value.figures.map(({ base, quote, rate }) => `${base}/${quote} ${rate}`)).toEqual(figures);
    expect(parsed.value.leftOut.map((one) => one.series)).toEqual(series);
  });

  it('hands a figure that is missing or no number to the validation', () => {
    const text = DAILY_XML.replace(" rate='1.1900'", '').replace('182.79', 'N/A');
    expect(figuresOf(text)).toEqual(['2026-02-11 EUR/USD ', '2026-02-11 EUR/JPY N/A']);
  });
});

describe('what is no document of the ECB', () => {
  const bomb = zipSync({ 'eurofxref-hist.csv': new Uint8Array(33 * 2 ** 20) });
  it.each([
    ['an empty body', '', /is empty; expected eurofxref-daily.xml/],
    ['an HTML page', '<html><body>Service unavailable</body></html>', /is an HTML page/],
    [
      'a document type declaration',
      DAILY_XML.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'),
      /document type/,
    ],
    ['XML that is cut short', DAILY_XML.slice(0, -30), /The XML is cut short or damaged/],
    ['XML of another vocabulary', '<rss><channel/></rss>', /The XML is not the ECB's at Envelope/],
    ['XML without a currency code', DAILY_XML.replace("'USD'", "'usd'").replace("'JPY'", "''"), /no figure/],
    ['XML of no day', '<Envelope><Cube/></Envelope>', /not the ECB's/],
    ['semicolons', HISTORY_CSV.replaceAll(',', ';'), /separated by semicolons/],
    [
      'decimal commas',
      HISTORY_CSV.replaceAll('.', ','),
      /row 1 .* has 7 cells where the header has 5: .*decimal commas/,
    ],
    ['a cut row', HISTORY_CSV.slice(0, -6), /row 2 .* has 4 cells/],
    ['a header alone', 'Date,USD,JPY,\n', /no figure/],
    ['rows without any figure', 'Date,USD,\n2026-04-13,N/A,\n', /no figure/],
    ['SDMX without a currency', 'TIME_PERIOD,OBS_VALUE\n2026-09-03,1.1\n', /neither a CURRENCY nor a KEY/],
    ['an unclosed quote', 'Date,USD,\n2026-04-13,"1.1684,\n', /not well-formed CSV/],
    ['another text', 'DATE,XUDLUSS\n17 Mar 2026,1.3343\n', /begins with "DATE,XUDLUSS"/],
    [
      'an archive of something else',
      zipSync({ 'report.pdf': strToU8('x') }),
      /contains report.pdf; expected/,
    ],
    [
      'an archive that is cut short',
      zipSync({ 'eurofxref-hist.csv': strToU8(HISTORY_CSV) }).slice(0, -30),
      /cut short/,
    ],
    ['an archive that unpacks to more than 32 MiB', bomb, /larger than 33554432 bytes/],
    ['an archive that understates a bomb', understated(bomb), /larger than its directory says/],
  ])('refuses %s with a sentence', (_name, body, sentence) => {
    expect(sentenceOf(body)).toMatch(sentence);
  });
});

/** Writes 1000 over the unpacked size in an archive's directory, whose first entry begins with PK 01 02. */
function understated(archive: Uint8Array): Uint8Array {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(1000, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return copy;
}

function figuresOf(body: string | Uint8Array): readonly string[] {
  const parsed = parseEcb(bytesOf(body));
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.figures.map(
    ({ base, quote, rate, observedOn }) => `${observedOn} ${base}/${quote} ${rate}`,
  );
}

function sentenceOf(body: string | Uint8Array): string {
  const parsed = parseEcb(bytesOf(body));
  return parsed.ok ? `Parsed ${parsed.value.figures.length} figures.` : parsed.error.sentence;
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
