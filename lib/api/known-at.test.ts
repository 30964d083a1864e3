import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { longCount, someOf } from '#lib/testing/long-count';
import { PROPERTY_SEED, randomOf, seeded } from '#lib/testing/property-runs';
import { ask, type EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';
import type { Service } from '#lib/service';

const ROUNDS = longCount('KNOWN_AT_ROUNDS', 8);

/** Of a source, and by the service's own choice. */
const QUESTIONS = [
  '/v1/rates/pair?from=EUR&to=USD&source=ecb',
  '/v1/convert?from=USD&to=JPY&amount=1234.5&source=ecb',
  '/v1/rates?base=USD&source=ecb',
  '/v1/rates/pair?from=EUR&to=USD&source=ecb&date=2026-04-11',
  '/v1/rates/pair?from=EUR&to=JPY&include=provenance',
  '/v1/rates?base=JPY',
  '/v1/historical?from=USD&to=JPY&source=ecb&limit=20',
  '/v1/historical?from=EUR&to=USD&source=ecb&group=month&stat=average',
];

const dispatch = await openExportedDispatch();

/** In `npm test` the first; the suite of the endpoints asks both what was known. */
const ENGINES: readonly (readonly [
  name: string,
  variablesOf: () => Promise<Readonly<Record<string, string>>>,
])[] = [
  ['SQLite', () => Promise.resolve({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: await freshDatabase() })],
];

describe.each(someOf(ENGINES, 1))(
  'a service on %s whose publisher goes on correcting its figures',
  (_engine, variablesOf) => {
    let bench: EndpointBench | null = null;
    afterAll(() => bench?.dispose());

    it(seeded('tells afterwards what it answered then, to the byte'), { timeout: 600_000 }, async () => {
      let service: Service | null = null;
      const setup = { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() };
      const opened = await openServiceBench(
        setup,
        (started, request) => {
          service = started;
          return dispatch(started, request);
        },
        await variablesOf(),
      );
      bench = opened;
      const answers = async (suffix: string) => {
        const texts: string[] = [];
        for (const question of QUESTIONS) {
          const response = await ask(opened, question + suffix);
          texts.push(`${response.headers.get('X-Rate-Date')} ${await response.text()}`);
        }
        return texts;
      };
      await answers('');
      const clock = () => serviceOf(service).clock.serviceMs();
      const random = randomOf(PROPERTY_SEED);
      const then: { readonly atMs: number; readonly answered: readonly string[] }[] = [];
      let text = new TextDecoder().decode(recentEcbSample());
      for (let round = 0; round < ROUNDS; round += 1) {
        // A millisecond that brings a correction after an answer has two answers, and some answers take less than one.
        await expect.poll(clock, { interval: 1 }).toBeGreaterThan(then.at(-1)?.atMs ?? 0);
        text = corrected(text, random);
        await opened.commit(new TextEncoder().encode(text));
        await serviceOf(service).catchUp();
        then.push({ atMs: clock(), answered: await answers('') });
      }
      expect(new Set(then.map(({ answered }) => answered.join())).size).toBeGreaterThan(ROUNDS / 2);
      for (const { atMs, answered } of then) {
        expect(await answers(`&knownAt=${new Date(atMs).toISOString()}`)).toEqual(answered);
      }
    });
  },
);

function serviceOf(service: Service | null): Service {
  if (service === null) throw new Error('Nothing was asked of the service yet.');
  return service;
}

/** A file with one figure of its newest days moved by less than a thousandth. */
function corrected(text: string, random: () => number): string {
  const lines = text.split('\n');
  const row = 1 + Math.floor(random() * 6);
  const cells = (lines[row] ?? '').split(',');
  const column = 1 + Math.floor(random() * 2);
  const figure = Number(cells[column]);
  cells[column] = String(Number((figure * (1 + (random() - 0.5) / 1000)).toPrecision(6)));
  lines[row] = cells.join(',');
  return lines.join('\n');
}
