import { destination, type Logger as PinoLogger, pino } from 'pino';
import type { Environment } from './environment.ts';

/** Structured log lines on standard error; never given a key, a password or an address with a secret. */
export type Logger = PinoLogger;

/** The process's logger: one JSON line an event, written at once so that a crash loses none. */
export function createLogger(level: Environment['logLevel']): Logger {
  const output = destination({ dest: 2, sync: true });
  // Whoever reads the log may go away; the service goes on without.
  output.on('error', () => {});
  return pino({ level, base: null, timestamp: () => `,"at":"${new Date().toISOString()}"` }, output);
}
