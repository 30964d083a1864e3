import { z } from 'zod';
import type { PlannedDatabase } from './fleet-plan.ts';

/** What Patroni says of its members, as far as the fleet needs it. */
const CLUSTER = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});

/** The members of a cluster. */
export type Cluster = z.infer<typeof CLUSTER>['members'];

type Health = Pick<PlannedDatabase, 'healthUrl'>;

/** The members as the first Patroni that answers knows them; none where none answers. */
export async function clusterOf(databases: readonly Health[]): Promise<Cluster> {
  for (const { healthUrl } of databases) {
    const body = await ask(`${healthUrl}/cluster`);
    const read = CLUSTER.safeParse(body);
    if (read.success) return read.data.members;
  }
  return [];
}

/** Whether one leads, one holds every confirmed write, and all others follow. */
export function isWhole(cluster: Cluster, members: number): boolean {
  const following = cluster.filter(
    ({ role, state }) => role !== 'leader' && (state === 'running' || state === 'streaming'),
  );
  return (
    cluster.some(({ role, state }) => role === 'leader' && state === 'running') &&
    following.some(({ role }) => role === 'sync_standby') &&
    following.every(({ lag }) => lag === 0) &&
    following.length === members - 1
  );
}

async function ask(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  return answer?.json().catch(() => null) ?? null;
}
