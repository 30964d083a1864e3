import { EnvironmentError } from '#lib/platform/environment';
import type { TablesState } from '#lib/store/migrations/migrate';

/** Throws unless tables are of this version; `what` is how the sentence begins. */
export function refuseUnlessCurrent(state: TablesState, what: string): void {
  if (state === 'current') return;
  throw new EnvironmentError(
    state === 'none'
      ? `${what} is empty: no service has used it.`
      : `${what} was made by ${state === 'newer' ? 'a newer' : 'an older'} version of this program; use that version.`,
  );
}

/** What the system says of a file, as a sentence that begins with what failed; any other error as it is. */
export function explainFile(error: unknown, what: string): unknown {
  const isOfFile = error instanceof Error && 'syscall' in error && 'code' in error;
  if (!isOfFile) return error;
  return new EnvironmentError(`${what} (${String(error.code)}); nothing was changed.`, { cause: error });
}
