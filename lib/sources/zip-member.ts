import { crc32, inflateRawSync } from 'node:zlib';

import { fail, ok, type Result } from '#lib/domain/result';

import { type LayoutError, unknownLayout } from './source.ts';

/** As much as a document may have unpacked; the ECB's history is 1.9 MB as CSV and 8 MB as XML. */
const UNPACKED_BYTES_MAX = 32 * 2 ** 20;

/** Whether a body begins as a ZIP archive does, a cut or empty one too. */
export function isZip(body: Uint8Array): boolean {
  return body[0] === 0x50 && body[1] === 0x4b;
}

/** An archive whose directory could be read. */
export interface ZipArchive {
  /** In the order of the directory. */
  readonly names: readonly string[];
  /** Unpacks a member. Damage, a name that is not there, and more than 32 MiB with those before are failures. */
  readonly unpack: (name: string) => Result<Uint8Array, LayoutError>;
}

/** Reads an archive's directory; nothing is unpacked yet. A damaged archive is a failure. */
export function openZip(archive: Uint8Array): Result<ZipArchive, LayoutError> {
  const directory = readDirectory(archive);
  if (!directory.ok) return directory;
  const members = new Map(directory.value.map((member) => [member.name, member]));
  let total = 0;
  const unpack: ZipArchive['unpack'] = (name) => {
    const member = members.get(name);
    if (member === undefined) return unknownLayout(`The ZIP archive has no member ${name}.`);
    total += member.size;
    if (total > UNPACKED_BYTES_MAX) {
      return unknownLayout(
        `The member ${name} of the ZIP archive is larger than ${UNPACKED_BYTES_MAX} bytes, or is with those before it; expected a publisher's table.`,
      );
    }
    const body = unpackMember(archive, member);
    return body.ok
      ? body
      : unknownLayout(`The member ${name} of the ZIP archive is damaged (${body.error}).`);
  };
  return ok({ names: [...members.keys()], unpack });
}

/** Unpacks the first of `names` that the archive has; none of them is a failure. */
export function unpackZipMember(
  archive: Uint8Array,
  names: readonly string[],
): Result<Uint8Array, LayoutError> {
  const zip = openZip(archive);
  if (!zip.ok) return zip;
  const name = names.find((candidate) => zip.value.names.includes(candidate));
  if (name !== undefined) return zip.value.unpack(name);
  const found = zip.value.names.slice(0, 5).join(', ') || 'nothing';
  return unknownLayout(`The ZIP archive contains ${found}; expected ${names.join(' or ')}.`);
}

/** A member as the archive's directory states it; sizes in bytes. */
interface Member {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its own header begins. */
  readonly headerAt: number;
}

/** The directory stands at the end, and its own end states where it begins (APPNOTE 4.3.12 and 4.3.16). */
function readDirectory(archive: Uint8Array): Result<readonly Member[], LayoutError> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const endAt = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (endAt === -1 || endAt + 22 > bytes.length) return cutShort('it has no directory');
  const members: Member[] = [];
  let at = bytes.readUInt32LE(endAt + 16);
  for (let count = bytes.readUInt16LE(endAt + 10); count > 0; count -= 1) {
    if (at + 46 > endAt || bytes.toString('latin1', at, at + 4) !== 'PK\u0001\u0002') {
      return cutShort('its directory is not where it should be');
    }
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    members.push({
      name: bytes.toString('utf8', at + 46, nameEnd),
      isDeflated: bytes.readUInt16LE(at + 10) === DEFLATED,
      checksum: bytes.readUInt32LE(at + 16),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      headerAt: bytes.readUInt32LE(at + 42),
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return ok(members);
}

const DEFLATED = 8;

function cutShort(cause: string): ReturnType<typeof unknownLayout> {
  return unknownLayout(`The ZIP archive is cut short or damaged (${cause}).`);
}

/** Unpacks into the memory that the directory states and no more, or says what is wrong: a directory that understates a bomb costs no more than an honest one. */
function unpackMember(
  archive: Uint8Array,
  { isDeflated, checksum, packedSize, size, headerAt }: Member,
): Result<Uint8Array, string> {
  const header = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength).subarray(headerAt);
  if (header.length < 30) return fail(INCOMPLETE);
  const from = 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = header.subarray(from, from + packedSize);
  if (packed.length < packedSize) return fail(INCOMPLETE);
  const unpacked = isDeflated && packedSize > 0 ? inflate(packed, size) : ok(packed);
  if (!unpacked.ok) return unpacked;
  if (unpacked.value.length > size) return fail(TOO_LARGE);
  if (unpacked.value.length < size) return fail(INCOMPLETE);
  return crc32(unpacked.value) === checksum ? unpacked : fail('its checksum is another one');
}

const INCOMPLETE = 'it is incomplete';
const TOO_LARGE = 'it is larger than its directory says';
/** zlib takes no smaller ones. */
const CHUNK_BYTES_MIN = 64;

/** zlib reports damage by throwing; here that is a described failure. One byte more than stated is enough to know it. */
function inflate(packed: Uint8Array, size: number): Result<Uint8Array, string> {
  try {
    const chunkSize = Math.max(size + 1, CHUNK_BYTES_MIN);
    return ok(inflateRawSync(packed, { chunkSize, maxOutputLength: size + 1 }));
  } catch (error) {
    if (error instanceof RangeError) return fail(TOO_LARGE);
    return fail(error instanceof Error ? error.message : 'unknown cause');
  }
}
