import { randomBytes } from 'node:crypto';

/** A name of its own for every response: random for the process, counted within it, so that a log line is found by it. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `req_${start}${(++count).toString(36).padStart(6, '0')}`;
}
