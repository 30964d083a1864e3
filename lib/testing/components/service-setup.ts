import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { isLong } from '#lib/testing/long-count';
import { startFolder } from '#lib/testing/worlds/running-server';
import { SERVICE_ORIGIN } from './component-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A key for the service that component tests ask. */
    serviceKey: string;
    /** Whether the cases of a table are tried all, as `npm run test:long` does. */
    isEveryCase: boolean;
  }
}

/** One service with two days of history for all component tests, which only read from it. It draws no pages, so that no build is needed. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startFolder({ LOG_LEVEL: 'fatal' });
  process.env[SERVICE_ORIGIN] = service.origin;
  project.provide('serviceKey', service.folder.key);
  project.provide('isEveryCase', isLong('EVERY_CASE'));
  return service.stop;
}
