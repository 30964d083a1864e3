import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The system's clock as other processes see it, which can be set for them alone. */
export interface SettableClock {
  /** What a process is to be started with. */
  readonly variables: Readonly<Record<string, string>>;
  /** Why it cannot be set; null where it can. */
  readonly lacking: string | null;
  /** Sets it so many seconds ahead of the system's, or behind; heard within a second. */
  readonly set: (aheadSeconds: number) => void;
  readonly remove: () => void;
}

/** Where Debian's package `faketime` keeps its library, a folder an architecture. */
const DEBIAN_FOLDER = '/usr/lib';
const LIBRARY = 'faketime/libfaketimeMT.so.1';

/** Looking at each reading of the clock would cost the service more than its answers. */
const LOOK_SECONDS = '1';

/** Opens a clock that goes as the system's until it is set; timers go on as they were, as they do when a machine's clock is set. */
export function openSettableClock(): SettableClock {
  const library = findLibrary();
  if (library === null) {
    return {
      variables: {},
      lacking: 'clock jumps were left out: libfaketime is not installed (Debian: faketime)',
      set: () => {},
      remove: () => {},
    };
  }
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-clock-'));
  const file = join(folder, 'ahead');
  const set = (aheadSeconds: number) => {
    // Renamed, so that nobody reads half of it.
    writeFileSync(`${file}.new`, `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}\n`);
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: LOOK_SECONDS,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    lacking: null,
    set,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function findLibrary(): string | null {
  if (!existsSync(DEBIAN_FOLDER)) return null;
  const found = readdirSync(DEBIAN_FOLDER).map((name) => join(DEBIAN_FOLDER, name, LIBRARY));
  return found.find((path) => existsSync(path)) ?? null;
}
