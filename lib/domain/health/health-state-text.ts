import { z } from 'zod';
import { CHECKS_KEPT, type HealthState } from './health-machine.ts';

const checkKind = z.enum(['pass', 'soft', 'hard']);

const healthState = z.object({
  status: z.enum(['operational', 'degraded', 'outage']),
  isStarting: z.boolean(),
  changedAtMs: z.int().nullable(),
  checks: z.array(checkKind).max(CHECKS_KEPT),
  run: z.object({ kind: checkKind, count: z.int(), sinceMs: z.int() }).nullable(),
  recentChangesMs: z.array(z.int()),
  heldSinceMs: z.int().nullable(),
}) satisfies z.ZodType<HealthState>;

/** A health state as one line of JSON, for the store. */
export function healthStateText(state: HealthState): string {
  return JSON.stringify(state);
}

/** Reads what `healthStateText` wrote; null for anything else, so that a state of another version begins anew. */
export function readHealthState(text: string): HealthState | null {
  return healthState.safeParse(parseJson(text)).data ?? null;
}

/** `JSON.parse` throws on what is no JSON, which here is an ordinary answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
