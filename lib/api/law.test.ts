import { afterAll, beforeAll, describe } from 'vitest';
import { ecbSample } from '#lib/testing/ecb-sample';
import type { EndpointBench } from '#lib/testing/endpoint-bench';
import { describeLaw } from '#lib/testing/endpoint-law';
import { openExportedDoor } from '#lib/testing/exported-door';
import { openServiceBench } from '#lib/testing/service-bench';

const door = await openExportedDoor();

describe('ecb and fixed together on 14 April 2026', () => {
  let bench: EndpointBench | null = null;
  beforeAll(async () => {
    bench = await openServiceBench({ clock: '2026-04-14T08:00:00Z', document: ecbSample() }, door, {
      SOURCES: 'ecb,fixed',
    });
  });
  afterAll(() => bench?.dispose());
  describeLaw(() => {
    if (!bench) throw new Error('The service has not started.');
    return bench;
  });
});
