import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';

/** A first question to the service with a key, ready for a terminal. Double quotes, which every shell understands. */
export function curlLine({ origin, secret }: { readonly origin: string; readonly secret: string }): string {
  return `curl -H "X-API-Key: ${secret}" "${origin}${ENDPOINT_PATHS.convert}?from=USD&to=JPY&amount=1200"`;
}

/** A conversion as a line for a terminal; the key is left to whoever pastes it. */
export function curlRequest(
  origin: string,
  { from, to, amount }: { readonly from: string; readonly to: string; readonly amount: string },
): string {
  const query = new URLSearchParams({ from, to, amount });
  return `curl -H "X-API-Key: $CROSSRATE_KEY" "${origin}${ENDPOINT_PATHS.convert}?${query}"`;
}
