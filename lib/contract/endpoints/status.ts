import { z } from 'zod';
import { instant, source } from '#lib/contract/answer-fields';
import { defineContract, EXAMPLE_TIMES } from '#lib/contract/endpoint-contract';

/** Whether something works. */
const health = z.enum(['operational', 'degraded', 'outage']).meta({
  id: 'Health',
  description: 'Whether something works: `operational`, `degraded` (with faults) or `outage`.',
});

const healthFields = {
  status: health.meta({ description: 'How it is doing.' }),
  latencyMs: z.int().nonnegative().meta({
    description: 'How long the newest check took, in whole milliseconds; after a timeout, the time limit.',
  }),
  lastCheckedAt: instant.meta({ description: 'When the newest check ended.' }),
};

const sourceStatus = z
  .strictObject({ source: source.meta({ description: 'Which source.' }), ...healthFields })
  .meta({ id: 'SourceStatus', description: 'How one source is doing.' });

const serviceStatus = z
  .strictObject({
    service: z.enum(['api', 'database', 'ingest', 'pages']).meta({
      description:
        'Which part: the answers, the database, what fetches the figures, or what renders the pages.',
    }),
    ...healthFields,
  })
  .meta({ id: 'ServiceStatus', description: 'How one part of the service is doing.' });

/** GET /v1/status: one entry a source that is enabled here. */
export const statusContract = defineContract({
  id: 'status',
  access: 'public',
  tag: 'Reference',
  name: 'Status',
  title: 'How the sources are doing',
  description:
    'Says for each source that is enabled here whether it works, how long its newest check took and when that was. Needs no key.',
  query: z.object({}),
  answer: z
    .strictObject({
      overall: health.meta({
        description:
          '`outage` when every source but `fixed` is in outage, `degraded` when any enabled source or any part of the service is not operational, else `operational`.',
      }),
      sources: z.array(sourceStatus).meta({
        description: 'The sources that are enabled here, in the order of priority.',
      }),
      services: z.array(serviceStatus).meta({ description: 'The parts of the service itself.' }),
    })
    .meta({
      id: 'StatusReport',
      description: 'How each source and each part of the service is doing.',
    }),
  ownHeaders: [],
  examples: [
    {
      id: 'status',
      summary: 'A report of two sources',
      query: {},
      body: {
        overall: 'operational',
        sources: [
          {
            source: 'ecb',
            status: 'operational',
            latencyMs: 123,
            lastCheckedAt: '2026-04-13T14:45:00.713Z',
          },
          { source: 'fixed', status: 'operational', latencyMs: 0, lastCheckedAt: EXAMPLE_TIMES.law },
        ],
        services: [
          {
            service: 'api',
            status: 'operational',
            latencyMs: 0,
            lastCheckedAt: '2026-04-13T15:00:00.029Z',
          },
          {
            service: 'database',
            status: 'operational',
            latencyMs: 1,
            lastCheckedAt: '2026-04-13T15:00:00.029Z',
          },
          {
            service: 'ingest',
            status: 'operational',
            latencyMs: 1,
            lastCheckedAt: '2026-04-13T15:00:00.029Z',
          },
        ],
      },
    },
  ],
  printed: { name: 'overall', type: 'string' },
});
