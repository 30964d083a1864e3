import { historyCsv } from './history-csv.ts';
import { readRecordedBodies } from './recorded-bodies.ts';

/** Days of made-up figures: as many as the recorded history has, and enough of them that an import is a while at each of its steps. */
const DAYS = { whole: 7018, part: 2600 } as const;

/** A history that takes a while to import. The whole one is the recorded history, or a file of its shape on a machine without it. */
export function historyFile(length: 'whole' | 'part'): {
  readonly name: string;
  readonly body: Uint8Array | string;
  readonly figures: number;
} {
  const recorded = readRecordedBodies('ecb')?.find(({ name }) => name === 'eurofxref-hist.zip');
  if (recorded && length === 'whole') return { ...recorded, figures: 217_555 };
  const generated = historyCsv({ firstDay: '1999-01-04', days: DAYS[length], currencies: 31 });
  return { name: 'eurofxref-hist.csv', body: generated.text, figures: generated.figures };
}
