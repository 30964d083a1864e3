import Negotiator from 'negotiator';

/** Nearly every client names neither CSV nor text of every kind, and is not read any further. */
const MAY_WANT_CSV = /text\/(?:csv|\*)/i;

/** Whether an Accept header wants CSV more than JSON; the one that it names first where it wants both as much. */
export function wantsCsv(accept: string | null | undefined): boolean {
  if (accept === null || accept === undefined || !MAY_WANT_CSV.test(accept)) return false;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/csv']) === 'text/csv';
}
