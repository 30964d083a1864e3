import { isLong } from '#lib/testing/long-count';
import { describeEndpointReads, describeEndpoints } from '#lib/testing/suites/endpoints/endpoint-suite';
import { openExportedDoor } from '#lib/testing/worlds/exported-dispatch';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const door = await openExportedDoor();

// same-on-both-engines.test.ts holds the answers of this engine against those of the other, byte for byte.
const describeHere = isLong('EVERY_CASE') ? describeEndpoints : describeEndpointReads;

describeHere('on PostgreSQL, through the handlers that app/v1 exports', async (setup) =>
  openServiceBench(setup, door, { DATABASE_URL: await freshDatabase() }),
);
