import { afterAll, beforeAll, describe } from 'vitest';
import type { Service } from '#lib/service';
import { ecbSample } from '#lib/testing/ecb-sample';
import type { EndpointBench } from '#lib/testing/endpoint-bench';
import { describeLaw } from '#lib/testing/endpoint-law';
import { readExportedHandlers } from '#lib/testing/exported-handlers';
import { openServiceBench, PROJECT_ROOT } from '#lib/testing/service-bench';

const dispatch = await readExportedHandlers(PROJECT_ROOT);

/** Where the route modules look for the service of their process. */
const PLACE = Symbol.for('crossrate.service');

interface Holder {
  [PLACE]?: Service;
}

describe('ecb and fixed together on 14 April 2026', () => {
  let bench: EndpointBench | null = null;
  beforeAll(async () => {
    bench = await openServiceBench(
      { clock: '2026-04-14T08:00:00Z', document: ecbSample() },
      (service, request) => {
        const holder: typeof globalThis & Holder = globalThis;
        holder[PLACE] = service;
        return dispatch(request);
      },
      { SOURCES: 'ecb,fixed' },
    );
  });
  afterAll(() => bench?.dispose());
  describeLaw(() => {
    if (!bench) throw new Error('The service has not started.');
    return bench;
  });
});
