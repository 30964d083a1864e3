import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isZip } from '#lib/sources/zip-member';
import { RefusedCommand } from './command-line.ts';

/** A publisher's largest file of today is 8 MB; anything much larger is something else. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** A file to import, unpacked where it was a gzip. */
export interface ImportFile {
  /** Without its folder and the ending `.gz`. */
  readonly name: string;
  readonly body: Uint8Array;
}

/** Packed files and tables of programs that no source is read from, by the bytes that they have at a place. */
const FOREIGN: readonly (readonly [kind: string, bytes: string, at?: number])[] = [
  ['a 7-Zip archive', '7z\u00bc\u00af\u0027\u001c'],
  ['a RAR archive', 'Rar!\u001a\u0007'],
  ['packed by bzip2', 'BZh'],
  ['packed by xz', '\u00fd7zXZ\u0000'],
  ['packed by Zstandard', '\u0028\u00b5\u002f\u00fd'],
  ['packed by LZ4', '\u0004\u0022\u004d\u0018'],
  ['packed by compress', '\u001f\u009d'],
  ['a tar archive', 'ustar', 257],
  ['a PDF', '%PDF-'],
  ['an Excel workbook', '\u00d0\u00cf\u0011\u00e0'],
  ['a Parquet table', 'PAR1'],
  ['a SQLite database', 'SQLite format 3\u0000'],
];

/** Reads a file and unpacks a gzip; what cannot be read, is too large or is packed otherwise ends the command in one sentence. */
export async function readImportFile(path: string): Promise<ImportFile> {
  const packed = await readWhole(path);
  const isGzip = startsWith(packed, '\u001f\u008b');
  const body = isGzip ? unpacked(path, packed) : packed;
  const foreign = FOREIGN.find(([, bytes, at]) => startsWith(body, bytes, at));
  if (foreign) throw new RefusedCommand(`The file ${path} is ${foreign[0]}. ${UNPACK}`);
  return { name: isGzip ? basename(path).replace(/\.gz$/i, '') : basename(path), body };
}

const UNPACK =
  'Give the file as the publisher gives it (zip, xml, csv or json), or that file packed by gzip.';

/** What is said of a ZIP where a source reads none; else its own sentence. */
export function importRefusal(source: string, body: Uint8Array, sentence: string): string {
  return isZip(body) && !sentence.includes('ZIP')
    ? `It is a ZIP archive, which ${source} does not publish; unpack it first.`
    : sentence;
}

async function readWhole(path: string): Promise<Uint8Array> {
  try {
    const body = await readFile(path);
    if (body.byteLength <= FILE_BYTES_MAX) return body;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new RefusedCommand(`The file ${path} cannot be read (${reason}).`, { cause: error });
  }
  throw tooLarge(path);
}

function unpacked(path: string, packed: Uint8Array): Uint8Array {
  try {
    return gunzipSync(packed, { maxOutputLength: FILE_BYTES_MAX });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(path);
    throw new RefusedCommand(`The file ${path} is a gzip that is cut short or damaged.`, { cause: error });
  }
}

function tooLarge(path: string): RefusedCommand {
  return new RefusedCommand(
    `The file ${path} is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB; no publisher's file is.`,
  );
}

function startsWith(body: Uint8Array, bytes: string, at = 0): boolean {
  return Buffer.from(body.subarray(at, at + bytes.length)).toString('latin1') === bytes;
}
