import { closeSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';

const PAGE_BYTES = 4096;

/** A way in which the database of a folder can be harmed while nobody has it open, and the sentence that names it. */
export interface Harm {
  readonly name: string;
  readonly harm: (dataDir: string) => void;
  readonly sentence: RegExp;
}

/** Those after which nothing can be served. */
export const FATAL_HARMS: readonly Harm[] = [
  {
    name: 'removed',
    harm: (dataDir) => rmSync(join(dataDir, SQLITE_FILE)),
    sentence:
      /^The database that was made in \S+ is missing: put crossrate\.sqlite or a backup of it back, or remove/,
  },
  {
    name: 'emptied',
    harm: (dataDir) => truncateSync(join(dataDir, SQLITE_FILE), 0),
    sentence:
      /^The database that was made in \S+ is empty: put crossrate\.sqlite or a backup of it back, or remove/,
  },
  {
    name: 'overwritten with something else',
    harm: (dataDir) => writeFileSync(join(dataDir, SQLITE_FILE), 'Not a database. '.repeat(1000)),
    sentence: /^The database in \S+ is damaged \(file is not a database\); stop the service, move/,
  },
  {
    name: 'replaced by a database of another program',
    harm: (dataDir) => {
      rmSync(join(dataDir, SQLITE_FILE));
      alter(dataDir, 'create table note (text text)');
    },
    sentence: /^The database in \S+ is damaged \(its tables are missing\); stop/,
  },
  {
    name: 'robbed of a table',
    harm: (dataDir) => alter(dataDir, 'drop table api_key'),
    sentence: /^The database in \S+ is damaged \(no such table: api_key\); stop/,
  },
  {
    name: 'cut to half',
    harm: (dataDir) =>
      truncateSync(join(dataDir, SQLITE_FILE), statSync(join(dataDir, SQLITE_FILE)).size / 2),
    sentence: /^The database in \S+ is damaged \(database disk image is malformed\); stop/,
  },
];

/** Changes the database of a folder by a statement. */
export function alter(dataDir: string, statement: string): void {
  const { plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  plain.pragma('foreign_keys = off');
  plain.exec(statement);
  plain.close();
}

/** Overwrites the pages of a table with garbage: the others can still be read. */
export function scribbleOver(dataDir: string, table: string): void {
  const path = join(dataDir, SQLITE_FILE);
  const { plain } = openSqliteForWriting(path);
  plain.pragma('wal_checkpoint(truncate)');
  const page = Number(plain.prepare('select rootpage from sqlite_master where name = ?').pluck().get(table));
  plain.close();
  const file = openSync(path, 'r+');
  try {
    writeSync(file, new Uint8Array(PAGE_BYTES).fill(0xa5), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  } finally {
    closeSync(file);
  }
}
