import type { Service } from '#lib/service';
import { readExportedHandlers } from './exported-handlers.ts';
import { type ServiceDispatch, PROJECT_ROOT } from './service-bench.ts';

/** Where the route modules look for the service of their process. */
const PLACE = Symbol.for('crossrate.service');

interface Holder {
  [PLACE]?: Service;
}

/**
 * The way through Next: the handlers that `app/v1` exports. They ask for the process's service at once, before anything
 * is awaited, so several services can take turns.
 */
export async function openExportedDispatch(): Promise<ServiceDispatch> {
  const dispatch = await readExportedHandlers(PROJECT_ROOT);
  return (service, request) => {
    const holder: typeof globalThis & Holder = globalThis;
    holder[PLACE] = service;
    return dispatch(request);
  };
}
