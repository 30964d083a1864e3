import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

/** FRED's ids of exchange rates as parts of a name: `fred-observations-DEXUSEU-2026-03.json`, `data/EXUSEU.csv`. */
const ID_IN_NAME = /(?<![A-Za-z0-9])(?:DEX|AEX|EX)[A-Z]{4}(?![A-Za-z0-9])/g;
const ID_IN_QUERY = /[?&]series_id=([A-Za-z0-9]+)/;

/** The one FRED series id that an address (`series_id=`) or a file name states, for bodies that do not state it. */
export function fedSeriesIdIn(name: string): Result<string, LayoutError> {
  const asked = ID_IN_QUERY.exec(name)?.[1];
  if (asked !== undefined) return ok(asked.toUpperCase());
  const [id, ...others] = new Set(name.match(ID_IN_NAME));
  if (id !== undefined && others.length === 0) return ok(id);
  return unknownLayout(
    `The document does not say which series it is, and ${id === undefined ? 'neither does its name' : 'its name has several'}; ` +
      'expected one FRED id in the file name, such as fred-observations-DEXUSEU.json.',
  );
}
