import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { ok } from '#lib/domain/result';

import { openZip, unpackZipMember } from './zip-member.ts';

const TEXT = 'Date,USD\n2026-04-13,1.1684\n'.repeat(5000);

describe('a member of a ZIP archive', () => {
  it.each([
    ['deflated', 9],
    ['stored', 0],
  ] as const)('comes out as it went in when it is %s', (_name, level) => {
    const archive = zipSync({ 'a.csv': strToU8(TEXT), 'b.csv': strToU8('') }, { level });
    expect(textOf(archive, 'a.csv')).toBe(TEXT);
    expect(textOf(archive, 'b.csv')).toBe('');
  });

  it('comes out of an archive that states sizes behind the bytes only, as streaming programs write it', () => {
    expect(textOf(streamed({ 'a.csv': strToU8(TEXT) }), 'a.csv')).toBe(TEXT);
  });

  it.each([
    ['has a smaller size stated', sized(strToU8(TEXT).length - 1), 'it is larger than its directory says'],
    ['has a larger size stated', sized(strToU8(TEXT).length + 1), 'it is incomplete'],
    ['is damaged', damaged(), 'invalid block type'],
    ['has another checksum', withChecksum(), 'its checksum is another one'],
  ])('is refused by name when it %s', (_name, archive, flaw) => {
    expect(textOf(archive, 'a.csv')).toBe(`The member a.csv of the ZIP archive is damaged (${flaw}).`);
  });
});

describe('an archive', () => {
  it('names its members in its order, and unpacks each that is asked for', () => {
    const zip = openZip(zipSync({ b: strToU8('2'), a: strToU8('1') }));
    if (!zip.ok) throw new Error(zip.error.sentence);
    expect(zip.value.names).toEqual(['b', 'a']);
    expect(zip.value.unpack('a')).toEqual(ok(Buffer.from('1')));
    expect(zip.value.unpack('c')).toMatchObject({ error: { sentence: 'The ZIP archive has no member c.' } });
  });

  it('unpacks no more than 32 MiB together', () => {
    const half = new Uint8Array(17 * 2 ** 20);
    const zip = openZip(zipSync({ a: half, b: half }));
    if (!zip.ok) throw new Error(zip.error.sentence);
    expect(zip.value.unpack('a').ok).toBe(true);
    expect(zip.value.unpack('b')).toMatchObject({
      error: { sentence: expect.stringContaining('larger than 33554432 bytes, or is with those before it') },
    });
  });
});

const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');

/** An archive whose directory states another unpacked size (APPNOTE 4.3.12). */
function sized(bytes: number): Uint8Array {
  const archive = Buffer.from(zipSync({ 'a.csv': strToU8(TEXT) }));
  archive.writeUInt32LE(bytes, archive.indexOf(DIRECTORY_ENTRY) + 24);
  return archive;
}

/** An archive whose directory states another checksum. */
function withChecksum(): Uint8Array {
  const archive = Buffer.from(zipSync({ 'a.csv': strToU8(TEXT) }));
  archive.writeUInt32LE(1, archive.indexOf(DIRECTORY_ENTRY) + 16);
  return archive;
}

/** Deflate's block type 3 does not exist (RFC 1951, 3.2.3). */
function damaged(): Uint8Array {
  const archive = Buffer.from(zipSync({ 'a.csv': strToU8(TEXT) }));
  archive[30 + 'a.csv'.length] = 0b111;
  return archive;
}

/** Moves the sizes from the only member's header to a descriptor behind its bytes (APPNOTE 4.3.9). */
function streamed(members: Zippable): Uint8Array {
  const archive = Buffer.from(zipSync(members));
  const sizes = Buffer.from(archive.subarray(14, 26));
  archive.writeUInt16LE(archive.readUInt16LE(6) | 0b1000, 6);
  archive.fill(0, 14, 26);
  const directory = archive.indexOf(DIRECTORY_ENTRY);
  const descriptor = Buffer.concat([Buffer.from('PK\u0007\b', 'latin1'), sizes]);
  const whole = Buffer.concat([archive.subarray(0, directory), descriptor, archive.subarray(directory)]);
  whole.writeUInt32LE(directory + descriptor.length, whole.length - 6);
  return whole;
}

function textOf(archive: Uint8Array, name: string): string {
  const member = unpackZipMember(archive, [name]);
  return member.ok ? new TextDecoder().decode(member.value) : member.error.sentence;
}
