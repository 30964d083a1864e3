import { parseIsoDay } from '#lib/domain/iso-day';
import type { Peg } from '#lib/domain/currencies/peg';
import type { PegTable } from '#lib/sources/source-facts';
import { FORMER_PEGS, HARD_PEGS, IRREVOCABLE_RATES, REDENOMINATIONS } from './fixed-table.ts';

/** Every peg of the table, in the direction of its act. Loading it throws when a line of the table is not in its form. */
export const FACTS: PegTable = {
  id: 'fixed',
  name: 'Legally fixed rates',
  terms: 'Figures of law, free of rights; each rate names its act.',
  attribution: 'Legal act of each rate',
  words: {
    shortName: 'By law',
    nameInText: 'the table of legal rates',
    kind: 'rate by law',
    figures:
      'Rates fixed by law: irrevocable euro rates, pegs and what replaced currencies are worth in their successors, each with its act and its days in force.',
    schedule: 'Never changes by itself; dated 00:00 UTC of the day.',
    habit: 'There is a figure for every day on which a law fixes the rate.',
  },
  isOnByDefault: true,
  isOfficial: true,
  pegs: [IRREVOCABLE_RATES, HARD_PEGS, FORMER_PEGS, REDENOMINATIONS].flatMap(readTable),
};

function readTable(table: string): readonly Peg[] {
  return table.trim().split('\n').map(readLine);
}

function readLine(line: string): Peg {
  const [code = '', figure = '', anchor = '', first = '', last = '', act = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const firstDay = parseIsoDay(first);
  const lastDay = last === '' ? null : parseIsoDay(last);
  const form = /^(=?)(\d+(?:\.\d+)?)$/.exec(figure);
  if (!firstDay || (last !== '' && !lastDay) || !form || act === '') throw new Error(`legal rate: ${line}`);
  const [, turned, rate = ''] = form;
  const [base, quote] = turned === '=' ? [code, anchor] : [anchor, code];
  return { base, quote, rate, anchor, firstDay, lastDay, act };
}
