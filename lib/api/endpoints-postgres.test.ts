import { isLong } from '#lib/testing/long-count';
import { describeEndpointReads, describeEndpoints } from '#lib/testing/suites/endpoints/endpoint-suite';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const dispatch = await openExportedDispatch();

// same-on-both-engines.test.ts holds the answers of this engine against those of the other, byte for byte.
const describeHere = isLong('EVERY_CASE') ? describeEndpoints : describeEndpointReads;

describeHere('on PostgreSQL, through the handlers that app/v1 exports', async (setup) =>
  openServiceBench(setup, dispatch, { DATABASE_URL: await freshDatabase() }),
);
