import { describe, expect, it } from 'vitest';
import { findCurrency } from '#lib/domain/currencies/currency';
import { addDays } from '#lib/domain/iso-day';
import { isInForce, LONGEST_CHAIN, peggedCode } from '#lib/domain/currencies/peg';
import { FACTS as LAW } from './facts.ts';

const { pegs } = LAW;

/** Codes whose successor lost digits again and kept its code, so that today's ratio began later. */
const LATER_CHANGES: ReadonlySet<string> = new Set(['VEF']);

describe('the table of legal rates', () => {
  it('names only currencies that the service knows', () => {
    const unknown = pegs.flatMap(({ base, quote }) => [base, quote]).filter((code) => !findCurrency(code));
    expect(unknown).toEqual([]);
  });

  it('has the 21 national currencies of the euro and the ECU, with six significant digits of the acts', () => {
    const irrevocable = pegs.filter(({ act }) => act.startsWith('Council Regulation'));
    expect(irrevocable).toHaveLength(22);
    expect(irrevocable.find(({ quote }) => quote === 'GRD')).toMatchObject({ base: 'EUR', rate: '340.750' });
    expect(irrevocable.find(({ quote }) => quote === 'SKK')?.rate).toBe('30.1260');
  });

  it('keeps the direction of the act', () => {
    expect(pegs.find((rate) => peggedCode(rate) === 'XPF')).toMatchObject({
      base: 'XPF',
      quote: 'EUR',
      rate: '0.00838',
    });
    expect(pegs.find((rate) => peggedCode(rate) === 'KYD')).toMatchObject({
      base: 'KYD',
      quote: 'USD',
      rate: '1.20',
    });
  });

  it('fixes no currency to two anchors on one day, but for the day on which one follows the other', () => {
    const turns = new Set(pegs.map(({ firstDay }) => firstDay));
    for (const day of turns) {
      const codes = pegs.filter((rate) => isInForce(rate, day)).map(peggedCode);
      expect(
        codes.filter((code, index) => codes.indexOf(code) !== index),
        day,
      ).toEqual([]);
    }
  });

  it('lets every former peg of a euro currency end on the day before its irrevocable rate begins', () => {
    for (const code of ['EEK', 'LTL', 'BGN']) {
      const ofCode = pegs.filter((rate) => peggedCode(rate) === code && rate.anchor === 'EUR');
      const [irrevocable, former] = ofCode.toSorted((a, b) => b.firstDay.localeCompare(a.firstDay));
      expect(irrevocable?.firstDay).toBe(former?.lastDay ? addDays(former.lastDay, 1) : null);
      expect(Number(irrevocable?.rate)).toBe(Number(former?.rate));
    }
  });

  it('leads from every code to the end of its chain in as many steps as are followed', () => {
    const anchorOf = new Map(
      pegs.filter(({ lastDay }) => lastDay === null).map((rate) => [peggedCode(rate), rate.anchor]),
    );
    for (const code of anchorOf.keys()) {
      let end = code;
      for (let step = 0; step < LONGEST_CHAIN; step += 1) end = anchorOf.get(end) ?? end;
      expect(anchorOf.has(end), `${code} to ${end}`).toBe(false);
    }
  });

  it('leaves out what is contested: no ERN, HKD, DKK, and no code that ISO does not know', () => {
    const codes = pegs.map(peggedCode);
    for (const code of ['ERN', 'HKD', 'DKK', 'GGP', 'JEP', 'IMP', 'VED', 'ZWD', 'YUM'])
      expect(codes).not.toContain(code);
  });
});

describe('the rates of replaced currencies', () => {
  it.each([
    ['TRL', 'TRY', '1000000', '2005-01-01'],
    ['ROL', 'RON', '10000', '2005-07-01'],
    ['BYR', 'BYN', '10000', '2016-07-01'],
    ['ARA', 'ARS', '10000', '1992-01-01'],
    ['VEB', 'VEF', '1000', '2008-01-01'],
    ['ZMK', 'ZMW', '1000', '2013-01-01'],
    ['ZWL', 'ZWG', '2498.7242', '2024-04-08'],
    ['ANG', 'XCG', '1', '2025-07-01'],
  ])('says how much %s one %s took the place of: %s, since %s', (old, successor, rate, firstDay) => {
    expect(pegs).toContainEqual(
      expect.objectContaining({
        base: successor,
        quote: old,
        anchor: successor,
        rate,
        firstDay,
        lastDay: null,
      }),
    );
  });

  it('exchanges a retired code for its successor, from the day after its last one at the latest', () => {
    const redenominations = pegs.filter(
      (rate) => findCurrency(peggedCode(rate))?.successor === rate.anchor && rate.lastDay === null,
    );
    expect(redenominations.length).toBeGreaterThan(60);
    const tooLate = redenominations.filter((rate) => {
      const lastDay = findCurrency(peggedCode(rate))?.lastDay;
      return !lastDay || (rate.firstDay > addDays(lastDay, 1) && !LATER_CHANGES.has(peggedCode(rate)));
    });
    expect(tooLate.map(peggedCode)).toEqual([]);
  });

  it('lets the peg of the Antillean guilder end with the currency, and the Caribbean one go on at par', () => {
    const [peg] = pegs.filter((rate) => peggedCode(rate) === 'ANG' && rate.anchor === 'USD');
    expect(peg?.lastDay).toBe(findCurrency('ANG')?.lastDay);
  });
});

describe('the dates and acts of the table', () => {
  it.each([
    ['SVC', 'USD', '8.75', '2001-01-01', null],
    ['ARA', 'USD', '10000', '1991-04-01', '1991-12-31'],
    ['ARS', 'USD', '1', '1992-01-01', '2002-01-06'],
    ['KMF', 'FRF', '50', '1979-11-23', '1994-01-11'],
    ['KMF', 'FRF', '75', '1994-01-12', '1998-12-31'],
    ['CVE', 'PTE', '0.55', '1998-07-05', '1998-12-31'],
    ['BMD', 'USD', '1', '1972-07-31', null],
    ['FKP', 'GBP', '1', '1900-01-01', null],
  ])('fixes %s to %s at %s from %s to %s', (code, anchor, rate, firstDay, lastDay) => {
    expect(pegs).toContainEqual(
      expect.objectContaining({ base: anchor, quote: code, rate, firstDay, lastDay }),
    );
  });

  it('names the Council regulation by which the lev became euro', () => {
    const lev = pegs.find((rate) => peggedCode(rate) === 'BGN' && rate.lastDay === null);
    expect(lev?.act).toBe('Council Regulation (EU) 2025/1409');
  });
});
