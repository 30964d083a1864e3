import { z } from 'zod';

import { ok, type Result } from '#lib/domain/result';
import { readJson } from '#lib/sources/read-json';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

import { fedSeriesIdIn } from './fed-series-name.ts';
import { chooseFedColumns, type FedTable } from './fed-table.ts';

const EXPECTED = "FRED's series/observations with units lin: a date and a value as text each";

/** Other units are percentages and changes, other output types have a column a vintage. */
const observationsSchema = z.object({
  units: z.literal('lin'),
  output_type: z.literal(1),
  observations: z.array(z.object({ date: z.string(), value: z.string() })),
});

const refusalSchema = z.object({ error_code: z.number(), error_message: z.string() });

/** How FRED writes that there is no figure. */
const MISSING_FIGURE = '.';

/** Reads the JSON of FRED's API; the series id is not in the body but in `name`, the address or the file's name. */
export function readFedJson(body: Uint8Array, name: string): Result<FedTable, LayoutError> {
  const json = readJson(body, EXPECTED);
  if (!json.ok) return json;
  const refusal = refusalSchema.safeParse(json.value);
  if (refusal.success) {
    const { error_code: code, error_message: message } = refusal.data;
    return unknownLayout(
      `FRED answered with error ${code} ("${message.slice(0, 120)}"); expected ${EXPECTED}.`,
    );
  }
  const table = observationsSchema.safeParse(json.value);
  if (!table.success) {
    const place = table.error.issues[0]?.path.join('/') ?? '';
    return unknownLayout(
      `The JSON is not FRED's${place === '' ? '' : ` at ${place}`}; expected ${EXPECTED}.`,
    );
  }
  const frequency = /[?&]frequency=([a-z]+)/.exec(name)?.[1] ?? 'd';
  if (frequency !== 'd')
    return unknownLayout(`The figures are averages (frequency ${frequency}); expected ${EXPECTED}.`);
  const id = fedSeriesIdIn(name);
  if (!id.ok) return id;
  const columns = chooseFedColumns([id.value]);
  if (!columns.ok) return columns;
  const fixings = columns.value.flatMap(({ series: { base, quote } }) =>
    table.data.observations
      .filter(({ value }) => value !== MISSING_FIGURE)
      .map(({ date, value }) => ({ base, quote, rate: value, observedOn: date })),
  );
  return ok({ seriesIds: [id.value], fixings });
}
