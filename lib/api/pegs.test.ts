import { afterAll, beforeAll, describe } from 'vitest';
import { ecbSample, recordedEcbHistory } from '#lib/testing/builders/ecb-sample';
import type { EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { describePegs } from '#lib/testing/suites/endpoints/endpoint-pegs';
import { describePegChanges, describePegHistory } from '#lib/testing/suites/endpoints/endpoint-peg-changes';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const dispatch = await openExportedDispatch();

describe('ecb and fixed together on 14 April 2026', () => {
  let bench: EndpointBench | null = null;
  beforeAll(async () => {
    bench = await openServiceBench({ clock: '2026-04-14T08:00:00Z', document: ecbSample() }, dispatch, {
      SOURCES: 'ecb,fixed',
    });
  });
  afterAll(() => bench?.dispose());
  const running = () => {
    if (!bench) throw new Error('The service has not started.');
    return bench;
  };
  describePegs(running);
  describePegChanges(running);
});

const recorded = recordedEcbHistory();

describe.skipIf(recorded === null)('the recorded history and the law together', () => {
  let bench: EndpointBench | null = null;
  beforeAll(async () => {
    bench = await openServiceBench(
      { clock: '2026-04-14T08:00:00Z', document: recorded ?? ecbSample() },
      dispatch,
      { SOURCES: 'ecb,fixed' },
    );
  });
  afterAll(() => bench?.dispose());
  describePegHistory(() => {
    if (!bench) throw new Error('The service has not started.');
    return bench;
  });
});
