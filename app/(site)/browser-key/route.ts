import { service } from '#lib/service';

/** Gives the page that asks a key of ten minutes. Our own server passes who asks as the second argument. */
export async function POST(request: Request, context?: unknown): Promise<Response> {
  return (await service()).issueBrowserKey(request, context);
}
