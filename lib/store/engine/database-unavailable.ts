import { EnvironmentError } from '#lib/platform/environment-error';

/** What is wrong with a database, as far as a program can tell kinds apart. */
export type DatabaseFaultKind =
  /** It does not answer, or the disk below it fails. */
  | 'away'
  /** It refuses what it was asked with, or is not where it was said to be: an operator has to correct something. */
  | 'refused'
  /** Its file was removed or replaced while it was open. */
  | 'gone'
  /** Its contents are not what was stored. */
  | 'damaged'
  /** A newer version has changed it: it can be read at best. */
  | 'newer'
  /** Its disk has no room. */
  | 'full'
  /** Its disk has so little room that polling pauses. */
  | 'short';

/**
 * The database cannot be used as it is: one sentence that says what to do. It holds neither the user nor the password, and
 * no cause, because a server's own words name the user.
 */
export class DatabaseUnavailable extends EnvironmentError {
  readonly kind: DatabaseFaultKind;

  constructor(sentence: string, kind: DatabaseFaultKind = 'away') {
    super(sentence);
    this.kind = kind;
  }
}

/** Whether an error is that of a disk without room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.kind === 'full';
}
