import type { Endpoint } from '#lib/api/endpoint';
import { namesInPath, valuesInPath } from '#lib/contract/endpoint-paths';
import { ENDPOINTS } from './all.ts';

const BY_PATH: ReadonlyMap<string, Endpoint> = new Map(
  ENDPOINTS.map((endpoint) => [endpoint.path, endpoint]),
);

const WITH_NAMES = ENDPOINTS.filter(({ path }) => namesInPath(path).length > 0);

/** The endpoint of an address without its query: of `/v1/documents/abc` that of documents. Undefined for one that is none of ours. */
export function endpointAt(address: string): Endpoint | undefined {
  const named = () => WITH_NAMES.find(({ path }) => valuesInPath(path, address) !== null);
  return BY_PATH.get(address) ?? named();
}
