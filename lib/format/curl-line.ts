import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';

/** A conversion as a line for a terminal, in double quotes, which every shell understands; without a key, that is left to whoever pastes it. */
export function curlRequest(
  origin: string,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: string },
  key = '$CROSSRATE_API_KEY',
): string {
  const query = new URLSearchParams({ from, to, amount });
  return `curl -H "X-API-Key: ${key}" "${origin}${ENDPOINT_PATHS.convert}?${query}"`;
}
