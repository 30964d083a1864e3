import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { describeEndpoints } from '#lib/testing/suites/endpoints/endpoint-suite';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { conforming, createConformance } from '#lib/testing/suites/endpoints/openapi-conformance';
import { openRepeatingDispatch } from '#lib/testing/worlds/repeating-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const { dispatch, keptCount } = openRepeatingDispatch(await openExportedDispatch());
const conformance = createConformance();

// Whatever a test asks is asked twice, and its answer is also held against the OpenAPI document.
describeEndpoints('on SQLite, through the handlers that app/v1 exports', async (setup) =>
  conforming(await openServiceBench(setup, dispatch), conformance),
);

describe('the answers that were held against the OpenAPI document', () => {
  it('are of every endpoint of the interface, good and bad', () => {
    const counted = [...conformance.checked].map(([name, count]) => `${name}: ${count}`).toSorted();
    process.stdout.write(`${counted.join('\n')}\n`);
    for (const path of ['convert', 'rates', 'rates/pair', 'rates/sources', 'historical']) {
      for (const status of [200, 400, 401]) {
        expect(conformance.checked.get(`/v1/${path} ${status}`), `${path} ${status}`).toBeGreaterThan(1);
      }
    }
    expect(conformance.checked.get('/v1/status 200')).toBeGreaterThan(1);
  });

  it('were sent again without asking the route, word for word', () => {
    process.stdout.write(`sent again: ${keptCount()}\n`);
    expect(keptCount()).toBeGreaterThan(300);
  });
});
