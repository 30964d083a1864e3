import { unzipSync, zipSync } from 'fflate';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { pairKey } from '#lib/domain/rates/pair';
import { readRecordedBodies, type RecordedBody } from '#lib/testing/builders/recorded-bodies';

/** The publishers of which whole days are recorded. */
export const RECORDED_PUBLISHERS = ['ecb', 'boe', 'fed', 'boj'] as const;

export type RecordedPublisher = (typeof RECORDED_PUBLISHERS)[number];

/** What a publisher's own files state, by day and `BASE/QUOTE` as published. Read here line by line, without its adapter. */
export type PublishersRecord = ReadonlyMap<IsoDay, ReadonlyMap<string, number>>;

/** A publisher's recorded files of daily figures, for the service to load, and what they state. */
export interface RecordedHistory {
  readonly files: readonly RecordedBody[];
  readonly record: PublishersRecord;
}

/** One figure of a file. */
interface Cell {
  readonly day: string;
  readonly base: string;
  readonly quote: string;
  readonly figure: string;
}

const READERS: Readonly<
  Record<RecordedPublisher, ReadonlyMap<RegExp, (file: RecordedBody) => readonly Cell[]>>
> = {
  ecb: new Map([[/^eurofxref-hist\.zip$/, ecbCells]]),
  boe: new Map([[/^iadb-.*\.csv$/, boeCells]]),
  fed: new Map([
    [/^ddp-FRB_H10-.*-daily-.*\.csv$/, ddpCells],
    [/^fred-observations-.*\.json$/, fredCells],
  ]),
  boj: new Map([[/^getDataCode-.*\.json$/, bojCells]]),
};

/** The Federal Reserve's Hong Kong dollars since 1981: that series of the recorded archive of FRED, by itself, and what it states. */
function hongKongArchive(): RecordedHistory {
  const archive = readRecordedBodies('fed')?.find(({ name }) => /^fred-INTLFXD_csv_2-.*\.zip$/.test(name));
  const member = 'INTLFXD_csv_2/data/DEXHKUS.csv';
  const series = archive && unzipSync(archive.body)[member];
  if (!archive || !series) throw new Error('the archive of FRED is not recorded');
  const rows = linesOf(new TextDecoder().decode(series));
  const cells = rows.map(([day = '', figure = '']) => ({ day, base: 'USD', quote: 'HKD', figure }));
  return { files: [{ name: archive.name, body: zipSync({ [member]: series }) }], record: recordOf(cells) };
}

/** The recorded histories with Hong Kong dollars since 1981. */
export function withHongKongArchive(
  histories: ReadonlyMap<RecordedPublisher, RecordedHistory>,
): ReadonlyMap<RecordedPublisher, RecordedHistory> {
  const { files = [], record } = histories.get('fed') ?? {};
  const archive = hongKongArchive();
  const both = new Map(record);
  for (const [day, figures] of archive.record) both.set(day, new Map([...figures, ...(both.get(day) ?? [])]));
  return new Map([...histories, ['fed', { files: [...files, ...archive.files], record: both }]]);
}

/** The recorded history of a publisher; null when this machine has no recorded bodies. */
export function readRecordedHistory(id: RecordedPublisher): RecordedHistory | null {
  const bodies = readRecordedBodies(id);
  if (bodies === null) return null;
  const cells: Cell[] = [];
  const files: RecordedBody[] = [];
  for (const file of bodies) {
    const reader = [...READERS[id]].find(([name]) => name.test(file.name))?.[1];
    if (!reader) continue;
    files.push(file);
    for (const cell of reader(file)) cells.push(cell);
  }
  return { files, record: recordOf(cells) };
}

function recordOf(cells: readonly Cell[]): PublishersRecord {
  const record = new Map<IsoDay, Map<string, number>>();
  for (const { day, base, quote, figure } of cells) {
    const parsed = parseIsoDay(day);
    if (parsed === null || !/^\d+(\.\d+)?$/.test(figure)) continue;
    const figures = record.get(parsed) ?? new Map<string, number>();
    record.set(parsed, figures.set(pairKey(base, quote), Number(figure)));
  }
  return record;
}

function linesOf(text: string): readonly (readonly string[])[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').trim()));
}

function ecbCells({ body }: RecordedBody): readonly Cell[] {
  const [member] = Object.values(unzipSync(body));
  const [[, ...codes] = [], ...rows] = linesOf(new TextDecoder().decode(member));
  return rows.flatMap(([day = '', ...figures]) =>
    codes.flatMap((quote, index) =>
      quote === '' ? [] : [{ day, base: 'EUR', quote, figure: figures[index] ?? '' }],
    ),
  );
}

const BOE_QUOTES: Readonly<Record<string, string>> = {
  USS: 'USD',
  ERS: 'EUR',
  JYS: 'JPY',
  CDS: 'CAD',
  SFS: 'CHF',
  ADS: 'AUD',
  NDS: 'NZD',
  NKS: 'NOK',
  SKS: 'SEK',
  DKS: 'DKK',
  HDS: 'HKD',
  SGS: 'SGD',
  SRS: 'SAR',
  ZRS: 'ZAR',
  TWS: 'TWD',
  BK25: 'CZK',
  BK33: 'HUF',
  BK47: 'PLN',
  BK78: 'ILS',
  BK83: 'MYR',
  BK87: 'THB',
  BK89: 'CNY',
  BK93: 'KRW',
  BK95: 'TRY',
  BK97: 'INR',
  ZOS4: 'RON',
};

function boeCells({ body }: RecordedBody): readonly Cell[] {
  const [[, ...series] = [], ...rows] = linesOf(new TextDecoder().decode(body));
  return rows.flatMap(([date = '', ...figures]) => {
    const day = new Date(`${date} UTC`).toISOString().slice(0, 10);
    return series.map((name, index) => ({
      day,
      base: 'GBP',
      quote: BOE_QUOTES[name.replace('XUDL', '')] ?? '',
      figure: figures[index] ?? '',
    }));
  });
}

/** The Federal Reserve's own table: its head says of each column which currency it states and of which it is the price. */
function ddpCells({ body }: RecordedBody): readonly Cell[] {
  // Descriptions have commas of their own; they stand in the first line.
  const [, ...lines] = new TextDecoder().decode(body).split(/\r?\n/);
  const [units = [], , currencies = [], , , ...rows] = linesOf(lines.join('\n'));
  return rows.flatMap(([day = '', ...figures]) =>
    figures.map((figure, index) => ({
      day,
      base: (units[index + 1] ?? '').replace('Currency:_Per_', ''),
      quote: currencies[index + 1] ?? '',
      figure,
    })),
  );
}

const FRED_CODES: Readonly<Record<string, string>> = {
  AL: 'AUD',
  BZ: 'BRL',
  CA: 'CAD',
  CH: 'CNY',
  DN: 'DKK',
  EU: 'EUR',
  HK: 'HKD',
  IN: 'INR',
  JP: 'JPY',
  KO: 'KRW',
  MA: 'MYR',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  SD: 'SEK',
  SF: 'ZAR',
  SI: 'SGD',
  SL: 'LKR',
  SZ: 'CHF',
  TA: 'TWD',
  TH: 'THB',
  UK: 'GBP',
  US: 'USD',
};

/** `DEXUSEU` is dollars per euro, `DEXJPUS` yen per dollar. */
function fredCells({ name, body }: RecordedBody): readonly Cell[] {
  const [, quote = '', base = ''] = /-DEX(..)(..)-/.exec(name) ?? [];
  const text = new TextDecoder().decode(body);
  return [...text.matchAll(/"date":"([^"]+)","value":"([^"]+)"/g)].map(([, day = '', figure = '']) => ({
    day,
    base: FRED_CODES[base] ?? '',
    quote: FRED_CODES[quote] ?? '',
    figure,
  }));
}

function bojCells({ body }: RecordedBody): readonly Cell[] {
  const text = new TextDecoder().decode(body);
  const series = [
    ...text.matchAll(/"SERIES_CODE":"(\w+)"[^]*?"SURVEY_DATES":\[(.*?)\],\s*"VALUES":\[(.*?)\]/g),
  ];
  return series.flatMap(([, code, dates = '', figures = '']) => {
    const [base, quote] = code === 'FXERD04' ? ['USD', 'JPY'] : ['EUR', 'USD'];
    const stated = figures.split(',');
    return dates.split(',').map((date, index) => ({
      day: date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
      base,
      quote,
      figure: stated[index] ?? '',
    }));
  });
}

/** What every publisher's files state; null on a machine that lacks some of them. */
export function readRecordedHistories(): ReadonlyMap<RecordedPublisher, RecordedHistory> | null {
  const read = new Map<RecordedPublisher, RecordedHistory>();
  for (const id of RECORDED_PUBLISHERS) {
    const history = readRecordedHistory(id);
    if (history) read.set(id, history);
  }
  return read.size === RECORDED_PUBLISHERS.length ? read : null;
}
