import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { SourceId } from '#lib/domain/source-id';

/** One real body of a publisher. */
export interface RecordedBody {
  readonly name: string;
  readonly body: Uint8Array;
}

/** Real bodies lie beside the project, not in it: they are their publishers'. */
const FEEDS_FOLDER = fileURLToPath(new URL('../../../../shared/feeds/', import.meta.url));

/** What a test that needs recorded bodies says when it is skipped. */
export function recordedBodiesMissing(id: SourceId): string {
  return `no recorded bodies in ../shared/feeds/${id} on this machine`;
}

/** Where a recorded body lies, on machines that have it. */
export function recordedBodyPath(id: SourceId, name: string): string {
  return `${FEEDS_FOLDER}${id}/${name}`;
}

/** Every recorded body of a source; null when this machine has none of any source. A folder without one's own source is an empty list. */
export function readRecordedBodies(id: SourceId): readonly RecordedBody[] | null {
  if (!existsSync(FEEDS_FOLDER)) return null;
  const folder = `${FEEDS_FOLDER}${id}/`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, body: readFileSync(`${folder}${name}`) }));
}
