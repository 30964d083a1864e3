import { describeEndpoints } from '#lib/testing/endpoint-suite';
import { openExportedDoor } from '#lib/testing/exported-door';
import { freshDatabase } from '#lib/testing/fresh-database';
import { openServiceBench } from '#lib/testing/service-bench';

const door = await openExportedDoor();

describeEndpoints('on PostgreSQL, through the handlers that app/v1 exports', async (setup) =>
  openServiceBench(setup, door, { DATABASE_URL: await freshDatabase() }),
);
