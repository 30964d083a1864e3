import { headers } from 'next/headers';
import { servedOrigin } from '#lib/client/address/served-address';
import { pageService } from '#lib/page-service';

/**
 * The address under which the service is known: PUBLIC_URL, else the one that an encrypted request was for. Null over plain
 * HTTP, where the name that was asked for may lead nowhere else.
 */
export async function publicAddress(): Promise<URL | null> {
  const asked = await headers();
  const { publicUrl } = pageService().environment;
  if (publicUrl !== null) return publicUrl;
  const served = new URL(servedOrigin(asked));
  return served.protocol === 'https:' ? served : null;
}
