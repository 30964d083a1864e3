import { CHECKS_KEPT, type CheckRun, type HealthState } from './health-machine.ts';

/** A health state as one line of JSON, for the store. */
export function healthStateText(state: HealthState): string {
  return JSON.stringify(state);
}

/** Reads what `healthStateText` wrote; null for anything else, so that a state of another version begins anew. */
export function readHealthState(text: string): HealthState | null {
  const parsed = parseJson(text);
  if (!isRecord(parsed)) return null;
  const { status, changedAtMs, checks, run, recentChangesMs, heldSinceMs } = parsed;
  if (!isHealth(status) || !isInstantOrNull(changedAtMs) || !isInstantOrNull(heldSinceMs)) return null;
  if (!Array.isArray(checks) || checks.length > CHECKS_KEPT || !checks.every(isCheckKind)) return null;
  if (!Array.isArray(recentChangesMs) || !recentChangesMs.every(isInstant)) return null;
  if (run !== null && !isCheckRun(run)) return null;
  return { status, changedAtMs, checks, run, recentChangesMs, heldSinceMs };
}

/** `JSON.parse` throws on what is no JSON, which here is an ordinary answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCheckRun(value: unknown): value is CheckRun {
  return (
    isRecord(value) && isCheckKind(value['kind']) && isInstant(value['count']) && isInstant(value['sinceMs'])
  );
}

function isHealth(value: unknown): value is HealthState['status'] {
  return value === 'operational' || value === 'degraded' || value === 'outage';
}

function isCheckKind(value: unknown): value is HealthState['checks'][number] {
  return value === 'pass' || value === 'soft' || value === 'hard';
}

function isInstant(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isInstantOrNull(value: unknown): value is number | null {
  return value === null || isInstant(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
