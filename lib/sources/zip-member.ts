import { Unzip, UnzipInflate, UnzipPassThrough, unzipSync } from 'fflate';

import { ok, type Result } from '#lib/domain/result';

import { type LayoutError, unknownLayout } from './source.ts';

/** As much as a document may have unpacked; the ECB's history is 1.9 MB as CSV and 8 MB as XML. */
const UNPACKED_BYTES_MAX = 32 * 2 ** 20;

/** Small enough that the most that deflate can make of one, 16 MB, is held beside the limit without harm. */
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
  try {
    const sizes = listMembers(archive);
    const name = names.find((candidate) => sizes.has(candidate));
    const size = sizes.get(name ?? '');
    if (name === undefined || size === undefined) {
      const found = [...sizes.keys()].slice(0, 5).join(', ') || 'nothing';
      return unknownLayout(`The ZIP archive contains ${found}; expected ${names.join(' or ')}.`);
    }
    if (size > UNPACKED_BYTES_MAX) return unknownLayout(tooBig(name));
    return inflateMember(archive, name, size);
  } catch (error) {
    // fflate reports damage by throwing; here that is a described failure.
    const cause = error instanceof Error ? error.message : 'unknown cause';
    return unknownLayout(`The ZIP archive is cut short or damaged (${cause}).`);
  }
}

/** Unpacked sizes by name, as the archive's directory states them; nothing is unpacked. */
function listMembers(archive: Uint8Array): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  unzipSync(archive, {
    filter: (member) => {
      sizes.set(member.name, member.originalSize);
      return false;
    },
  });
  return sizes;
}

/** Unpacks piece by piece and stops at the stated size: a directory that understates a bomb costs no more than an honest one. */
function inflateMember(archive: Uint8Array, name: string, size: number): Result<Uint8Array, LayoutError> {
  const unpacked = new Uint8Array(size);
  let filled = 0;
  let isComplete = false;
  let flaw: string | null = null;
  const unzip = new Unzip((member) => {
    if (member.name !== name || filled > 0) return;
    member.ondata = (error, piece, isLast) => {
      if (error !== null) flaw = error.message;
      else if (filled + piece.length > size) flaw = 'it is larger than its directory says';
      if (flaw !== null) return;
      unpacked.set(piece, filled);
      filled += piece.length;
      isComplete ||= isLast;
    };
    member.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  for (let offset = 0; offset < archive.length && flaw === null && !isComplete; offset += FEED_BYTES) {
    unzip.push(archive.subarray(offset, offset + FEED_BYTES), offset + FEED_BYTES >= archive.length);
  }
  if (flaw === null && isComplete && filled === size) return ok(unpacked);
  return unknownLayout(`The member ${name} of the ZIP archive is damaged (${flaw ?? 'it is incomplete'}).`);
}

function tooBig(name: string): string {
  return `The member ${name} of the ZIP archive is larger than ${UNPACKED_BYTES_MAX} bytes; expected the ECB's table.`;
}
