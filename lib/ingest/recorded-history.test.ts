import { describe, expect, it } from 'vitest';

import { isoDayOf } from '#lib/domain/iso-day';
import { createSources } from '#lib/sources/create-sources';
import { listSources } from '#lib/sources/registry';
import { openSqliteStore } from '#lib/store/open-store';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

import { loadDocument } from '#lib/ingest/history/load-document';

const NOW = new Date('2026-11-20T08:00:00Z');

/** The publishers' own files, whose figures overlap, in the order in which they are loaded, with what is flagged of each. */
const FILES = [
  [
    'ecb',
    'eurofxref-hist.zip',
    217_555,
    [
      '2001-02-22 EUR/TRL 68.2 %',
      '2008-10-08 EUR/ISK 34.5 %',
      '2008-11-06 EUR/ISK -32.8 %',
      '2015-01-15 EUR/CHF -14.4 %',
      '2021-12-21 EUR/TRY -26.6 %',
    ],
  ],
  ['ecb', 'eurofxref-hist-90d-2020-12-10.xml', 0, []],
  ['ecb', 'eurofxref-daily-2026-02-11.xml', 0, []],
  [
    'fed',
    'fred-INTLFXD_csv_2-2014-08.zip',
    204_356,
    [
      '1974-09-25 AUD/USD -12.0 %',
      '1975-08-11 NZD/USD -15.0 %',
      '1976-11-29 AUD/USD -17.5 %',
      '1977-11-16 USD/LKR 87.6 %',
      '1982-10-08 USD/SEK 16.3 %',
      '1983-03-08 AUD/USD -10.0 %',
      '1984-07-18 NZD/USD -18.6 %',
      '1994-01-03 USD/CNY 50.0 %',
      '1998-09-02 USD/MYR -2.2 %',
    ],
  ],
  ['fed', 'ddp-FRB_H10-GBP-daily-1971-01-04_2024-05-31.csv', 2_450, []],
  ['fed', 'ddp-FRB_H10-JPY-daily-1971-01-04_2020-10-23.csv', 1_552, []],
  ['fed', 'fredgraph-DEXUSEU-2025.csv', 251, []],
  ['boe', 'iadb-26series-2026-03-17_2026-03-20.csv', 104, []],
  ['boj', 'getDataCode-FM08-FXERD04-FXERD34-202603.json', 38, []],
] as const;

describe('the recorded files of the banks', () => {
  it('pass the judgement without one good figure refused or held, and only true large moves are flagged', async ({
    skip,
  }) => {
    skip(readRecordedBodies('ecb') === null, recordedBodiesMissing('ecb'));
    const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
    const sources = createSources({ upstream: () => undefined, exchange: 'kraken' });
    try {
      for (const [id, name, imported, flagged] of FILES) {
        const source = sources.find((candidate) => candidate.id === id);
        const body = readRecordedBodies(id)?.find((recorded) => recorded.name === name)?.body;
        if (!source || !body) throw new Error(`There is no recorded body ${name}.`);
        const loaded = await loadDocument(
          { source, listed: listSources('kraken'), store, now: NOW, origin: 'import' },
          { url: `file:${name}`, body, fetchedAt: NOW },
        );
        if (!loaded.ok) throw new Error(loaded.error.sentence);
        const { largeMoves, ...rest } = loaded.value;
        expect([name, rest]).toMatchObject([
          name,
          { imported, revised: 0, rejected: [], held: [], withheld: null },
        ]);
        const moves = largeMoves.map(({ base, quote, observedAt, changeLogReturn }) => {
          const percent = (Math.expm1(changeLogReturn) * 100).toFixed(1);
          return `${isoDayOf(observedAt)} ${base}/${quote} ${percent} %`;
        });
        expect([name, moves.toSorted()]).toEqual([name, flagged]);
      }
    } finally {
      await store.close();
    }
  });
});
