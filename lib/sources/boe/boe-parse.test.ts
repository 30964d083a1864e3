import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { parseBoe } from './boe-parse.ts';
import { BOE_CURRENT_SERIES, BOE_ENDED_SERIES } from './boe-series.ts';

const CSV =
  'DATE,XUDLUSS,XUDLJYS,XUDLZOS4\r\n17 Mar 2026,1.3343,212.1937,5.8963\r\n18 Mar 2026,1.3323,212.4739,5.8927\r\n';

const XML = `<?xml version="1.0" encoding="windows-1252"?>
<Envelope xmlns="http://www.gesmes.org/xml/2002-08-01">
  <Cube xmlns="https://www.bankofengland.co.uk/website/agg_series" SCODE="XUDLUSS" DESC="Spot exchange rate, US $ into Sterling">
    <Cube FREQ_NAME="Daily" FREQ_CODE="D"/>
    <Cube FIRST_OBS="1975-01-02" LAST_OBS="2026-03-18"/>
    <Cube TIME="2026-03-17" OBS_VALUE="1.3343" OBS_CONF="N" LAST_UPDATED="2026-03-18 09:30:00">
    </Cube>
    <Cube TIME="2026-03-18" OBS_VALUE="1.3323" OBS_CONF="N" LAST_UPDATED="2026-03-19 09:30:00"/>
  </Cube>
  <Cube xmlns="https://www.bankofengland.co.uk/website/agg_series" SCODE="XUDLZOS4" DESC="Spot exchange rate, Romanian leu into Sterling">
    <Cube TIME="2026-03-17" OBS_VALUE="5.8963"/>
  </Cube>
</Envelope>`;

describe('the CSV of the Bank of England', () => {
  it('is read as one unit of sterling in the quote currency, figures as published', () => {
    expect(figuresOf(CSV)).toEqual([
      '2026-03-17 GBP/USD 1.3343',
      '2026-03-17 GBP/JPY 212.1937',
      '2026-03-17 GBP/RON 5.8963',
      '2026-03-18 GBP/USD 1.3323',
      '2026-03-18 GBP/JPY 212.4739',
      '2026-03-18 GBP/RON 5.8927',
    ]);
  });

  it('is read with a byte order mark, with bare line feeds and with a day of one digit', () => {
    expect(figuresOf(`\uFEFF${CSV.replaceAll('\r\n', '\n')}`)).toEqual(figuresOf(CSV));
    expect(figuresOf('DATE,XUDLUSS\n1 Apr 2026,1.33\n')).toEqual(['2026-04-01 GBP/USD 1.33']);
  });

  it.each(['', ' ', '..', 'n/a', 'N/A', '0'])('leaves out a figure that is missing: "%s"', (missing) => {
    expect(figuresOf(CSV.replace('212.1937', missing))).toEqual(
      figuresOf(CSV).filter((figure) => figure !== '2026-03-17 GBP/JPY 212.1937'),
    );
  });

  it('leaves out columns that are no daily rate against sterling', () => {
    expect(figuresOf('DATE,XUDLGBD,IUDBEDR,XUDLERS\n17 Mar 2026,0.7494,3.75,1.1577\n')).toEqual([
      '2026-03-17 GBP/EUR 1.1577',
    ]);
  });

  it('hands doubtful figures and days to the validation as text', () => {
    expect(figuresOf('DATE,XUDLUSS,XUDLERS\n17 Mrz 2026,-1.33,1.1577 (p)\n')).toEqual([
      '17 Mrz 2026 GBP/USD -1.33',
      '17 Mrz 2026 GBP/EUR 1.1577 (p)',
    ]);
  });

  it('calls the Turkish figures before 2005 old lira, unless the bank has divided them by a million', () => {
    const days = ['30 Dec 2004,2620370', '31 Dec 2004,2.5912', '04 Jan 2005,2.5719'];
    expect(figuresOf(`DATE,XUDLBK95\n${days.join('\n')}\n`)).toEqual([
      '2004-12-30 GBP/TRL 2620370',
      '2004-12-31 GBP/TRY 2.5912',
      '2005-01-04 GBP/TRY 2.5719',
    ]);
  });

  it('is read for each of the 26 current and 5 ended series, every one of another currency', () => {
    const series = [...BOE_CURRENT_SERIES, ...BOE_ENDED_SERIES];
    const header = series.map(({ code }) => code).join(',');
    const row = series.map((_series, index) => index + 1).join(',');
    const figures = figuresOf(`DATE,${header}\n06 Mar 2006,${row}\n`);
    expect(figures).toEqual(series.map(({ quote }, index) => `2006-03-06 GBP/${quote} ${index + 1}`));
    expect(new Set(series.map(({ quote }) => quote)).size).toBe(26 + 5);
  });
});

describe('the XML of the Bank of England', () => {
  it('is read by its local names', () => {
    const figures = ['2026-03-17 GBP/USD 1.3343', '2026-03-18 GBP/USD 1.3323', '2026-03-17 GBP/RON 5.8963'];
    expect(figuresOf(XML)).toEqual(figures);
    const prefixed = XML.replaceAll('<Cube', '<a:Cube').replaceAll('</Cube', '</a:Cube');
    expect(
      figuresOf(prefixed.replace('<Envelope', '<g:Envelope xmlns:a="x"').replace('</E', '</g:E')),
    ).toEqual(figures);
  });

  it('leaves out missing figures and other series', () => {
    expect(figuresOf(XML.replace('"1.3343"', '".."').replace('XUDLZOS4', 'XUDLGBD'))).toEqual([
      '2026-03-18 GBP/USD 1.3323',
    ]);
  });
});

describe('what is no document of the Bank of England', () => {
  it.each([
    ['an empty body', '', /is empty; expected the CSV/],
    ['its error page', '\r\n<!DOCTYPE html>\n<html><body>Error 1809</body></html>', /is an HTML page/],
    ['a header alone', 'DATE,XUDLUSS,XUDLERS\r\n', /no figure of any series/],
    ['rows without any figure', 'DATE,XUDLUSS\r\n17 Mar 2026,..\r\n', /no figure of any series/],
    ['a cut figure', CSV.slice(0, -4), /may be cut short/],
    ['a cut row', `${CSV.slice(0, -9)}\r\n`, /row 2 .* has 3 cells/],
    ['decimal commas', CSV.replaceAll('.', ','), /has 7 cells where the header has 4: .*decimal commas/],
    ['semicolons', CSV.replaceAll(',', ';'), /begins with "DATE;XUDLUSS/],
    ['titles in place of codes', 'DATE,"US $ into Sterling"\n17 Mar 2026,1.33\n', /no known series/],
    ['other series alone', 'DATE,IUDBEDR\n17 Mar 2026,3.75\n', /no known series \(IUDBEDR\)/],
    ['another text', 'Date,USD,\n2026-03-17,1.19,\n', /begins with "Date,USD/],
    ['XML that is cut short', XML.slice(0, -20), /cut short or damaged/],
    ['a document type declaration', XML.replace('?>', '?><!DOCTYPE x>'), /document type declaration/],
    ['XML without a series code', XML.replaceAll('SCODE', 'CODE'), /no known series/],
    ['XML of other series', XML.replaceAll('XUDL', 'XUML'), /no known series \(XUMLUSS, XUMLZOS4\)/],
    ['XML without a figure', XML.replaceAll(/OBS_VALUE="[\d.]*"/g, ''), /no figure of any series/],
  ])('refuses %s with a sentence', (_name, text, sentence) => {
    const parsed = parseBoe(new TextEncoder().encode(text));
    if (parsed.ok) throw new Error(`Parsed ${parsed.value.figures.length} figures.`);
    expect(parsed.error.sentence).toMatch(sentence);
    expect(parsed.error.sentence).toMatch(/\.$/);
  });
});

it('reads iadb-26series-2026-03-17_2026-03-20.csv: 4 days of 26 currencies, each cell as it stands in the file', ({
  skip,
}) => {
  const recorded = readRecordedBodies('boe');
  skip(recorded === null, recordedBodiesMissing('boe'));
  const body = recorded?.find(({ name }) => name === 'iadb-26series-2026-03-17_2026-03-20.csv')?.body;
  if (body === undefined) throw new Error('The recorded body is not there.');
  const figures = figuresOf(new TextDecoder().decode(body));
  const lines = new TextDecoder().decode(body).trim().split('\r\n');
  const cells = lines.slice(1).flatMap((line) => line.split(',').slice(1));
  expect(figures.map((figure) => figure.split(' ')[2])).toEqual(cells);
  expect(figures).toHaveLength(4 * 26);
  expect(figures.slice(0, 3)).toEqual([
    '2026-03-17 GBP/USD 1.3343',
    '2026-03-17 GBP/EUR 1.1577',
    '2026-03-17 GBP/JPY 212.1937',
  ]);
  expect(figures).toContain('2026-03-18 GBP/KRW 1998.788');
  expect(figures).toContain('2026-03-19 GBP/TRY 59.2057');
  expect(figures.at(-1)).toBe('2026-03-20 GBP/RON 5.8721');
});

function figuresOf(text: string): readonly string[] {
  const parsed = parseBoe(new TextEncoder().encode(text));
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.figures.map(
    ({ base, quote, rate, observedOn }) => `${observedOn} ${base}/${quote} ${rate}`,
  );
}
