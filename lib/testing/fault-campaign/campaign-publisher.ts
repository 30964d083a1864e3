import { strToU8, zipSync } from 'fflate';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import type { Answer, Ask, Publisher } from '#lib/testing/simulated-upstreams/publisher';
import { simulatePublisher } from '#lib/testing/simulated-upstreams/publishers';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';

/** The first day of the ECB's whole history here: 27 years of figures would cost each scenario seconds. */
const FIRST_DAY_OF_HISTORY = '2026-07-01';

const HISTORY_PATH = '/stats/eurofxref/eurofxref-hist.zip';

/** A simulated publisher on given rates; the ECB's with a history of some months. */
export function createPublisher(source: PolledSourceId, rates: SimulatedRates): Publisher {
  const publisher = simulatePublisher(source, rates);
  return source === 'ecb' ? withShortHistory(publisher) : publisher;
}

function withShortHistory(publisher: Publisher): Publisher {
  return {
    ...publisher,
    answer: (ask, lens) =>
      ask.path === HISTORY_PATH ? shortHistory(publisher, ask, lens) : publisher.answer(ask, lens),
  };
}

/** The file of the whole history, made of what the data API says of some months. */
function shortHistory(publisher: Publisher, ask: Ask, lens: FigureLens): Answer {
  const query = new URLSearchParams({
    format: 'csvdata',
    detail: 'dataonly',
    startPeriod: FIRST_DAY_OF_HISTORY,
    endPeriod: isoDayOf(lens.now),
  });
  const answer = publisher.answer({ ...ask, path: '/service/data/EXR/D..EUR.SP00.A', query }, lens);
  const rows = Buffer.from(answer.body)
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([, , code = '', , , , day = '', figure = '']) => ({ code, day, figure }));
  const codes = [...new Set(rows.map(({ code }) => code))];
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const lines = [...byDay].map(([day, cells]) => [
    day,
    ...codes.map((code) => cells.find((cell) => cell.code === code)?.figure ?? 'N/A'),
  ]);
  lines.sort(([one = ''], [other = '']) => (one < other ? 1 : -1));
  const csv = [['Date', ...codes], ...lines].map((cells) => `${cells.join(',')},\n`).join('');
  const body = zipSync({ 'eurofxref-hist.csv': strToU8(csv) }, { level: 1, mtime: '2026-01-01' });
  return { status: 200, headers: { 'Content-Type': 'application/zip' }, body };
}

/** Two of five rows of a document that has a row a day, the newest one among them; other documents as they are. */
export function withoutRows(answer: Answer, newest: IsoDay): Answer {
  if (typeof answer.body !== 'string') return answer;
  const isKept = (row: string, index: number) => index % 5 < 2 || row.includes(newest);
  if (answer.body.startsWith('<')) {
    const days = answer.body.matchAll(/<Cube time="[^"]*">.*?\/><\/Cube>/g);
    const dropped = new Set([...days].map(([day]) => day).filter((day, index) => !isKept(day, index)));
    return { ...answer, body: [...dropped].reduce((text, day) => text.replace(day, ''), answer.body) };
  }
  const [header = '', ...rows] = answer.body.split('\n');
  return { ...answer, body: [header, ...rows.filter(isKept)].join('\n') };
}

/** The day so many publications before another. */
export function publicationsBefore(
  isPublicationDay: (day: IsoDay) => boolean,
  day: IsoDay,
  count: number,
): IsoDay {
  let found = day;
  for (let left = count; left > 0; left -= 1) {
    do found = addDays(found, -1);
    while (!isPublicationDay(found));
  }
  return found;
}
