import type { CurrencyKind } from '#lib/domain/currencies/currency';
import type { CurrencyOption, MarkShape } from './currency-list.ts';

const COLUMN = '|';
const COUNTRY = ';';

/** The list as one text, a line a currency: a third of what the same objects weigh in a page. */
export function packCurrencies(options: readonly CurrencyOption[]): string {
  return options
    .map(({ code, name, minorUnits, kind, mark, shape, lastDay, countries }) =>
      [code, name, minorUnits ?? '', kind, mark, shape, lastDay ?? '', countries.join(COUNTRY)].join(COLUMN),
    )
    .join('\n');
}

/** Reads what {@link packCurrencies} wrote. */
export function unpackCurrencies(packed: string): readonly CurrencyOption[] {
  return packed.split('\n').map((line) => {
    const [
      code = '',
      name = '',
      minorUnits = '',
      kind = '',
      mark = '',
      shape = '',
      lastDay = '',
      countries = '',
    ] = line.split(COLUMN);
    return {
      code,
      name,
      minorUnits: minorUnits === '' ? null : Number(minorUnits),
      ...asKindAndShape(kind, shape),
      mark,
      lastDay: lastDay === '' ? null : lastDay,
      countries: countries === '' ? [] : countries.split(COUNTRY),
    };
  });
}

/** The two columns were written from these very types, and a test reads the whole list back. */
function asKindAndShape(kind: string, shape: string): Pick<CurrencyOption, 'kind' | 'shape'> {
  return { kind: kind as CurrencyKind, shape: shape as MarkShape };
}
