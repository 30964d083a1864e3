/**
 * The path of every endpoint of /v1, by its name in the document and in that order. Nothing else writes it down. A name in braces
 * stands for a parameter that is given in its place.
 */
export const ENDPOINT_PATHS = {
  convert: '/v1/convert',
  rates: '/v1/rates',
  pair: '/v1/rates/pair',
  'pair-sources': '/v1/rates/sources',
  compare: '/v1/rates/compare',
  stream: '/v1/stream',
  historical: '/v1/historical',
  series: '/v1/rates/series',
  revisions: '/v1/revisions',
  documents: '/v1/documents/{sha256}',
  currencies: '/v1/currencies',
  status: '/v1/status',
} as const;

/** Where programs find what describes /v1, and its tools for assistants; not endpoints themselves. */
export const PROGRAM_PATHS = { openApi: '/openapi.json', llms: '/llms.txt', mcp: '/mcp' } as const;

/** The name of an endpoint in addresses and in generated clients. */
export type EndpointId = keyof typeof ENDPOINT_PATHS;

const NAME_IN_PATH = /\{(\w+)\}/g;

/** The parameters that are given in a path: `sha256` of `/v1/documents/{sha256}`. */
export function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(NAME_IN_PATH)].flatMap(([, name]) => name ?? []);
}

/** The parameters that an address gives in a path, as they stand there; null where it is the address of another path. */
export function valuesInPath(path: string, address: string): Readonly<Record<string, string>> | null {
  const parts = address.split('/');
  const values: Record<string, string> = {};
  for (const [place, wanted] of path.split('/').entries()) {
    const part = parts[place] ?? '';
    const [name] = namesInPath(wanted);
    if (name === undefined ? part !== wanted : part === '') return null;
    if (name !== undefined) values[name] = part;
  }
  return parts.length === path.split('/').length ? values : null;
}

/** The parameters of a request for a path in their places: those that belong in the path, and the others. */
export function placedParameters(
  path: string,
  given: Readonly<Record<string, string>>,
): { readonly address: string; readonly query: Readonly<Record<string, string>> } {
  const placed = namesInPath(path);
  return {
    address: path.replaceAll(NAME_IN_PATH, (_, name: string) => encodeURIComponent(given[name] ?? '')),
    query: Object.fromEntries(Object.entries(given).filter(([name]) => !placed.includes(name))),
  };
}

/** A request for a path with these parameters as one text. */
export function requestAddress(path: string, given: Readonly<Record<string, string>>): string {
  const { address, query } = placedParameters(path, given);
  const text = new URLSearchParams(query).toString();
  return text === '' ? address : `${address}?${text}`;
}
