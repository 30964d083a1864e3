import { describeEndpoints } from '#lib/testing/suites/endpoints/endpoint-suite';
import { openExportedDoor } from '#lib/testing/worlds/exported-door';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const door = await openExportedDoor();

describeEndpoints('on PostgreSQL, through the handlers that app/v1 exports', async (setup) =>
  openServiceBench(setup, door, { DATABASE_URL: await freshDatabase() }),
);
