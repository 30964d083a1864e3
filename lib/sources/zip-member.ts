import { inflateRawSync } from 'node:zlib';
import { Unzip, UnzipPassThrough, unzipSync } from 'fflate';

import { fail, ok, type Result } from '#lib/domain/result';

import { type LayoutError, unknownLayout } from './source.ts';

/** As much as a document may have unpacked; the ECB's history is 1.9 MB as CSV and 8 MB as XML. */
const UNPACKED_BYTES_MAX = 32 * 2 ** 20;

/** Small enough that reading ends soon after the last member that is wanted, or the first failure. */
const FEED_BYTES = 16_384;

/** Whether a body begins as a ZIP archive does, a cut or empty one too. */
export function isZip(body: Uint8Array): boolean {
  return body[0] === 0x50 && body[1] === 0x4b;
}

/** Unpacks the first of `names` that the archive has. A damaged archive, no such member, or one larger than 32 MiB is a failure. */
export function unpackZipMember(
  archive: Uint8Array,
  names: readonly string[],
): Result<Uint8Array, LayoutError> {
  const members = listZipMembers(archive);
  if (!members.ok) return members;
  const name = names.find((candidate) => members.value.includes(candidate));
  if (name === undefined) {
    const found = members.value.slice(0, 5).join(', ') || 'nothing';
    return unknownLayout(`The ZIP archive contains ${found}; expected ${names.join(' or ')}.`);
  }
  let unpacked: Uint8Array = new Uint8Array();
  const read = readZipMembers(archive, [name], (_name, body) => {
    unpacked = body;
    return ok(null);
  });
  return read.ok ? ok(unpacked) : read;
}

/** The names in an archive's directory, in its order; nothing is unpacked. A damaged archive is a failure. */
export function listZipMembers(archive: Uint8Array): Result<readonly string[], LayoutError> {
  const sizes = memberSizes(archive);
  return sizes.ok ? ok([...sizes.value.keys()]) : sizes;
}

/**
 * Unpacks the members `names` in one pass over the archive and hands each to `read` as soon as it is whole, so that one
 * is held at a time. Ends at the first failure: damage, more than 32 MiB together, a name that is not there, or `read`'s.
 */
export function readZipMembers(
  archive: Uint8Array,
  names: readonly string[],
  read: (name: string, body: Uint8Array) => Result<null, LayoutError>,
): Result<null, LayoutError> {
  const directory = memberSizes(archive);
  if (!directory.ok) return directory;
  const sizes = new Map<string, number>();
  let total = 0;
  for (const name of names) {
    const size = directory.value.get(name);
    if (size === undefined) return unknownLayout(`The ZIP archive has no member ${name}.`);
    sizes.set(name, size);
    total += size;
    if (total > UNPACKED_BYTES_MAX) return unknownLayout(tooBig(name));
  }
  try {
    return inflateMembers(archive, sizes, read);
  } catch (error) {
    return unknownLayout(damaged(error));
  }
}

/** Unpacked sizes by name, as the archive's directory states them. */
function memberSizes(archive: Uint8Array): Result<ReadonlyMap<string, number>, LayoutError> {
  const sizes = new Map<string, number>();
  try {
    unzipSync(archive, {
      filter: (member) => {
        sizes.set(member.name, member.originalSize);
        return false;
      },
    });
    return ok(sizes);
  } catch (error) {
    return unknownLayout(damaged(error));
  }
}

/** fflate reports damage by throwing; here that is a described failure. */
function damaged(error: unknown): string {
  const cause = error instanceof Error ? error.message : 'unknown cause';
  return `The ZIP archive is cut short or damaged (${cause}).`;
}

const INCOMPLETE = 'it is incomplete';
const TOO_LARGE = 'it is larger than its directory says';
const DEFLATED = 8;

/** Hands deflated bytes on as they are, for {@link inflated}. */
class PackedMember extends UnzipPassThrough {
  static override readonly compression = DEFLATED;
}

/** A directory that understates a bomb costs no more than an honest one. */
function inflateMembers(
  archive: Uint8Array,
  sizes: ReadonlyMap<string, number>,
  read: (name: string, body: Uint8Array) => Result<null, LayoutError>,
): Result<null, LayoutError> {
  const unread = new Set(sizes.keys());
  let failure: (Result<null, LayoutError> & { readonly ok: false }) | null = null;
  const refuse = (name: string, flaw: string): void => {
    failure ??= unknownLayout(`The member ${name} of the ZIP archive is damaged (${flaw}).`);
  };
  const unzip = new Unzip((member) => {
    const { name } = member;
    const size = sizes.get(name);
    if (size === undefined || !unread.has(name)) return;
    const packed: Uint8Array[] = [];
    member.ondata = (error, piece, isLast) => {
      if (failure !== null) return;
      if (error !== null) return refuse(name, error.message);
      packed.push(piece);
      if (!isLast) return;
      const unpacked = inflated(Buffer.concat(packed), member.compression, size);
      if (!unpacked.ok) return refuse(name, unpacked.error);
      unread.delete(name);
      const outcome = read(name, unpacked.value);
      if (!outcome.ok) failure = outcome;
    };
    member.start();
  });
  unzip.register(UnzipPassThrough);
  unzip.register(PackedMember);
  for (let offset = 0; offset < archive.length && unread.size > 0 && failure === null; offset += FEED_BYTES) {
    unzip.push(archive.subarray(offset, offset + FEED_BYTES), offset + FEED_BYTES >= archive.length);
  }
  for (const name of unread) refuse(name, INCOMPLETE);
  return failure ?? ok(null);
}

/**
 * Unpacks into the memory that the directory states and no more, or says what is wrong. By Node's own zlib: an inflater
 * in JavaScript leaves 25 MB of buffers behind for a file of 2 MB, and the process keeps them.
 */
function inflated(packed: Uint8Array, compression: number, size: number): Result<Uint8Array, string> {
  const isDeflated = compression === DEFLATED && packed.length > 0;
  const unpacked = isDeflated ? inflate(packed, size) : ok(packed);
  if (!unpacked.ok) return unpacked;
  if (unpacked.value.length > size) return fail(TOO_LARGE);
  return unpacked.value.length < size ? fail(INCOMPLETE) : unpacked;
}

/** zlib reports damage by throwing; here that is a described failure. One byte more than stated is enough to know it. */
function inflate(packed: Uint8Array, size: number): Result<Uint8Array, string> {
  try {
    return ok(
      inflateRawSync(packed, { chunkSize: Math.max(size + 1, CHUNK_BYTES_MIN), maxOutputLength: size + 1 }),
    );
  } catch (error) {
    const isLarger = error instanceof RangeError;
    return fail(isLarger ? TOO_LARGE : error instanceof Error ? error.message : 'unknown cause');
  }
}

/** zlib takes no smaller ones. */
const CHUNK_BYTES_MIN = 64;

function tooBig(name: string): string {
  return `The member ${name} of the ZIP archive is larger than ${UNPACKED_BYTES_MAX} bytes, or is with those before it; expected a publisher's table.`;
}
