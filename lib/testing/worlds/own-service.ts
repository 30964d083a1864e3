import { afterAll, onTestFinished } from 'vitest';
import { OWN_LISTENER, type Service, startService } from '#lib/service';
import type { WriterPlace } from '#lib/store/open-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { type AtEnd, throwAwayFolder } from '#lib/testing/throw-away-folder';

/**
 * A service in this process that writes in the test's own thread, as a thread of its own would load its modules anew for each.
 * Servers that run as processes write in their thread, and so does one whose writes are made to wait.
 */
export function startOwnService(
  variables: Readonly<Record<string, string>>,
  writer: WriterPlace = 'here',
): Promise<Service> {
  return startService(variables, PROJECT_ROOT, OWN_LISTENER, writer);
}

/** A service in this process that polls nothing, of a folder of its own unless `DATA_DIR` names one; closed at the end. */
export async function openService(
  variables: Readonly<Record<string, string>>,
  atEnd: AtEnd = onTestFinished,
): Promise<Service> {
  const service = await startOwnService({
    DATA_DIR: throwAwayFolder(atEnd),
    LOG_LEVEL: 'silent',
    ROLE: 'web',
    SOURCES: 'fixed',
    ...variables,
  });
  atEnd(() => service.close());
  return service;
}

/** One that the tests of a file share: it starts for the first that asks for it and is closed after the last. */
export function shareService(): () => Promise<Service> {
  const stops: Parameters<AtEnd>[0][] = [];
  let started: Promise<Service> | null = null;
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  return () => {
    started ??= openService({}, (stop) => stops.push(stop));
    return started;
  };
}
