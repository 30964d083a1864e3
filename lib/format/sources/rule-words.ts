import { dayText } from '#lib/format/instants';

/** A figure as the validation notes it: `2026-11-22T19:22:47.205Z AAVE/EUR "0.0039064026"`. */
const NOTED = /(\d{4}-\d{2}-\d{2})\S* (\w+\/\w+) "([^"]*)"/g;

/** What the validation noted of a figure, as people read it: `AAVE/EUR 0.0039064026 of 22 Nov 2026 against 256.46`. */
export function ruleExampleText(noted: string): string {
  return noted.replaceAll(
    NOTED,
    (_, day: string, pair: string, figure: string) => `${pair} ${figure} of ${dayText(new Date(day))}`,
  );
}
