import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { ok } from '#lib/domain/result';

import { readZipMembers, unpackZipMember } from './zip-member.ts';

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
  ])('is refused by name when it %s', (_name, archive, flaw) => {
    expect(textOf(archive, 'a.csv')).toBe(`The member a.csv of the ZIP archive is damaged (${flaw}).`);
  });
});

describe('members of a ZIP archive', () => {
  it('are read once each in the order of the archive, and not after a failure', () => {
    const archive = zipSync({ a: strToU8('1'), b: strToU8('2'), c: strToU8('3'), d: strToU8('4') });
    const read: string[] = [];
    const failure = { ok: false, error: { kind: 'unknown-layout', sentence: 'No.' } } as const;
    const result = readZipMembers(archive, ['c', 'a', 'd'], (name, body) => {
      read.push(`${name}${new TextDecoder().decode(body)}`);
      return name === 'c' ? failure : ok(null);
    });
    expect(read).toEqual(['a1', 'c3']);
    expect(result).toEqual(failure);
  });
});

const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');

/** An archive whose directory states another unpacked size (APPNOTE 4.3.12). */
function sized(bytes: number): Uint8Array {
  const archive = Buffer.from(zipSync({ 'a.csv': strToU8(TEXT) }));
  archive.writeUInt32LE(bytes, archive.indexOf(DIRECTORY_ENTRY) + 24);
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
