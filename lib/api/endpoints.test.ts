import { describeEndpoints } from '#lib/testing/endpoint-suite';
import { readExportedHandlers } from '#lib/testing/exported-handlers';
import { type Door, openServiceBench, PROJECT_ROOT } from '#lib/testing/service-bench';
import type { Service } from '#lib/service';

const dispatch = await readExportedHandlers(PROJECT_ROOT);

/** Where the route modules look for the service of their process. */
const PLACE = Symbol.for('crossrate.service');

interface Holder {
  [PLACE]?: Service;
}

/** The handlers ask for the process's service at once, before anything is awaited, so several services can take turns. */
const throughExportedHandlers: Door = (service, request) => {
  const holder: typeof globalThis & Holder = globalThis;
  holder[PLACE] = service;
  return dispatch(request);
};

describeEndpoints('on SQLite, through the handlers that app/v1 exports', (setup) =>
  openServiceBench(setup, throughExportedHandlers),
);
