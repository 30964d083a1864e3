import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { EnvironmentError } from '#lib/platform/environment';
import type { BackupTable, BackupRow } from './backup-tables.ts';
import type { ConsistentRead } from './read-consistently.ts';

/*
 * A backup is gzip of lines of JSON: a header; of each table a line that names it and lines of rows; and at the end the number
 * of rows of each table and the SHA-256 of everything before. It is the same for both engines.
 */

const FORMAT = 'crossrate backup';

/** Raised when a reader of an older version could not read it any more. */
const VERSION = 1;

const OWNER_ONLY = 0o600;

/** What the lines compress to hardly depends on the level, and how long it takes does. */
const COMPRESSION_LEVEL = 3;

const HEADER = z.object({
  format: z.literal(FORMAT),
  version: z.int().positive(),
  createdAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()).min(1),
  masterSecret: z.string().nullable(),
});

const TABLE = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
  bytes: z.array(z.string()),
});

/** What every version says of itself. */
const NAMED = z.object({ format: z.literal(FORMAT), version: z.int().positive() });

const END = z.object({ rows: z.record(z.string(), z.int().nonnegative()), sha256: z.string() });

/** What a backup says of itself; `createdAt` is an ISO instant UTC. */
export type BackupHeader = z.infer<typeof HEADER>;

/** The number of rows of each table. */
export type RowCounts = Readonly<Record<string, number>>;

/** What a backup is made of, in the order of the file. */
export type BackupPart =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: BackupTable }
  | { readonly kind: 'rows'; readonly rows: readonly BackupRow[] }
  | { readonly kind: 'end'; readonly rows: RowCounts };

/** What goes into a backup beside the rows. */
export interface BackupFacts {
  readonly createdAt: Date;
  readonly masterSecret: string | null;
  /** Hears of rows that were read. */
  readonly onRows: (count: number) => void;
  readonly signal: AbortSignal;
}

/** Writes a backup to a new file that its owner alone can read, and waits until it is on the disk. */
export async function writeBackup(path: string, read: ConsistentRead, facts: BackupFacts): Promise<void> {
  const lines = Readable.from(linesOf(read, facts), { objectMode: false });
  const target = createWriteStream(path, { flags: 'wx', mode: OWNER_ONLY, flush: true });
  await pipeline(lines, createGzip({ level: COMPRESSION_LEVEL }), target, { signal: facts.signal });
}

async function* linesOf(read: ConsistentRead, facts: BackupFacts): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const counts: Record<string, number> = {};
  const line = (content: unknown) => {
    const text = `${JSON.stringify(content)}\n`;
    digest.update(text);
    return text;
  };
  yield line({
    format: FORMAT,
    version: VERSION,
    createdAt: facts.createdAt.toISOString(),
    engine: read.engine,
    migrations: [...read.migrations],
    masterSecret: facts.masterSecret,
  } satisfies BackupHeader);
  for (const { rows, ...table } of read.tables) {
    let count = 0;
    yield line({ table: table.name, columns: table.columns, bytes: table.bytes });
    for await (const batch of read.rowsOf(table)) {
      count += batch.length;
      facts.onRows(batch.length);
      yield line(batch);
    }
    if (count !== rows) throw new Error(`${table.name} had ${rows} rows and gave ${count}`);
    counts[table.name] = count;
  }
  yield `${JSON.stringify({ rows: counts, sha256: digest.digest('hex') })}\n`;
}

/**
 * Reads a backup from its beginning to its end. Throws an {@link EnvironmentError} that names the file when it is no backup,
 * was made by a newer version, was cut short or is damaged; what came before it then counts for nothing.
 */
export async function* readBackup(
  path: string,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<BackupPart> {
  const digest = createHash('sha256');
  let table: string | null = null;
  let isFirst = true;
  for await (const text of readLines(path, onBytes)) {
    const content = parseLine(path, text);
    if (isFirst) {
      isFirst = false;
      yield { kind: 'header', header: headerOf(path, content) };
    } else if (Array.isArray(content)) {
      if (table === null) throw damaged(path);
      yield { kind: 'rows', rows: asRows(content) };
    } else {
      const end = END.safeParse(content);
      if (end.success) {
        if (end.data.sha256 !== digest.digest('hex')) throw damaged(path);
        yield { kind: 'end', rows: end.data.rows };
        return;
      }
      const named = TABLE.safeParse(content);
      if (!named.success) throw damaged(path);
      table = named.data.table;
      yield { kind: 'table', table: { name: table, columns: named.data.columns, bytes: named.data.bytes } };
    }
    digest.update(`${text}\n`);
  }
  throw isFirst ? foreign(path) : cutShort(path);
}

/** What every file that gzip wrote begins with (RFC 1952, section 2.3.1). */
const GZIP_START = [0x1f, 0x8b];

async function* readLines(path: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  const packed = createReadStream(path);
  const unpacked = createGunzip();
  let isPacked = false;
  packed.once('data', (start) => {
    isPacked = GZIP_START.every((byte, place) => start[place] === byte);
  });
  packed.on('data', (chunk) => onBytes(chunk.length));
  packed.on('error', (error) => unpacked.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of packed.pipe(unpacked)) {
      const pieces = decoder.write(chunk).split('\n');
      pieces[0] = rest + (pieces[0] ?? '');
      rest = pieces.pop() ?? '';
      yield* pieces;
    }
  } catch (error) {
    throw explainRead(path, error, isPacked);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

/** Errors of the reader of these lines pass through here too, and stay what they are. */
function explainRead(path: string, error: unknown, isPacked: boolean): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') return isPacked ? cutShort(path) : foreign(path);
  if (code.startsWith('Z_')) return isPacked ? damaged(path, error) : foreign(path);
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new EnvironmentError(`The file ${path} cannot be read (${code}).`, { cause: error });
}

function parseLine(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(path, error);
  }
}

function headerOf(path: string, content: unknown): BackupHeader {
  const named = NAMED.safeParse(content);
  if (!named.success) throw foreign(path);
  if (named.data.version > VERSION) throw newer(path);
  const header = HEADER.safeParse(content);
  if (!header.success) throw damaged(path);
  return header.data;
}

/** Why a backup that a newer version made is refused. */
export function newer(path: string): EnvironmentError {
  return new EnvironmentError(
    `${path} was made by a newer version of this program; restore it with that version.`,
  );
}

function foreign(path: string): EnvironmentError {
  return new EnvironmentError(`${path} is no backup of this program; name a file that npm run backup made.`);
}

function cutShort(path: string): EnvironmentError {
  return new EnvironmentError(`${path} is cut short; nothing can be restored from it, use another backup.`);
}

function damaged(path: string, cause?: unknown): EnvironmentError {
  const sentence = `${path} is damaged: its checksum does not fit what it holds; use another backup.`;
  return new EnvironmentError(sentence, { cause });
}

/** Holds in a file whose checksum is right, which callers make sure of before they do anything with rows. */
function asRows(lines: readonly unknown[]): readonly BackupRow[] {
  return lines as readonly BackupRow[];
}
