import { describeEndpoints } from '#lib/testing/endpoint-suite';
import { openExportedDoor } from '#lib/testing/exported-door';
import { openServiceBench } from '#lib/testing/service-bench';

const door = await openExportedDoor();

describeEndpoints('on SQLite, through the handlers that app/v1 exports', (setup) =>
  openServiceBench(setup, door),
);
