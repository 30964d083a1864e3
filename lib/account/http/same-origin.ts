/** What of a request tells which site's page has sent it. */
export interface RequestOrigin {
  readonly headers: Headers;
  /** Whether the whole way from the visitor was encrypted. */
  readonly isEncrypted: boolean;
  /** The address under which people know the service, where the operator has said so. */
  readonly publicUrl: URL | null;
}

/**
 * Whether a page of this service has sent a request that changes something. Browsers say where a request comes from and pages
 * cannot alter it; what says nothing is no page of ours. Scheme, name and port must all be those of this service.
 */
export function isOurPage({ headers, isEncrypted, publicUrl }: RequestOrigin): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  return origin !== null && ownOrigins(headers.get('host'), isEncrypted, publicUrl).includes(origin);
}

/** Whether nothing in a request that only reads says that another site's page has sent it. */
export function isNoOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

function ownOrigins(host: string | null, isEncrypted: boolean, publicUrl: URL | null): readonly string[] {
  // On this machine the service has three names, whichever of them the operator has written.
  if (publicUrl?.protocol === 'https:') return [publicUrl.origin];
  const address = `${isEncrypted ? 'https' : 'http'}://${host}`;
  return host !== null && URL.canParse(address) ? [new URL(address).origin] : [];
}
