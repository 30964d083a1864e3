import { service } from '#lib/service';

/** Gives the page that asks a key of ten minutes. */
export async function POST(request: Request): Promise<Response> {
  return (await service()).issueBrowserKey(request);
}
