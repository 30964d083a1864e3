import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { readImportFile, importRefusal } from './import-file.ts';

const TABLE = 'Date,USD,\n2026-04-13,1.1684,\n';

describe('a file to import', () => {
  it.each([
    ['table.csv', Buffer.from(TABLE)],
    ['table.csv.gz', gzipSync(TABLE)],
    ['table.csv.GZ', gzipSync(TABLE)],
    // Some tools write no ending, and others a wrong one.
    ['table.csv', gzipSync(TABLE)],
  ])('is read and named as what is in it: %s', async (name, bytes) => {
    const { name: read, body } = await readImportFile(write(name, bytes));
    expect([read, Buffer.from(body).toString()]).toEqual(['table.csv', TABLE]);
  });

  it.each([
    ['7z', '377abcaf271c', 'a 7-Zip archive'],
    ['rar', '526172211a0700', 'a RAR archive'],
    ['csv.bz2', '425a6839', 'packed by bzip2'],
    ['csv.xz', 'fd377a585a00', 'packed by xz'],
    ['csv.zst', '28b52ffd', 'packed by Zstandard'],
    ['csv.lz4', '04224d18', 'packed by LZ4'],
    ['csv.Z', '1f9d90', 'packed by compress'],
    ['tar', `${'00'.repeat(257)}7573746172`, 'a tar archive'],
    [
      'tar.gz',
      gzipSync(Buffer.from(`${'00'.repeat(257)}7573746172`, 'hex')).toString('hex'),
      'a tar archive',
    ],
    ['xls', 'd0cf11e0a1b11ae1', 'an Excel workbook'],
    ['pdf', '255044462d312e37', 'a PDF'],
  ])('is named where it is packed otherwise: %s', async (ending, hex, what) => {
    const path = write(`table.${ending}`, Buffer.from(hex, 'hex'));
    await expect(readImportFile(path)).rejects.toThrow(
      `The file ${path} is ${what}. Give the file as the publisher gives it (zip, xml, csv or json), or that file packed by gzip.`,
    );
  });

  it('is refused where its gzip is cut', async () => {
    const path = write('table.csv.gz', gzipSync(TABLE).subarray(0, 20));
    await expect(readImportFile(path)).rejects.toThrow(
      `The file ${path} is a gzip that is cut short or damaged.`,
    );
  });

  it('that is a ZIP is named so where its source reads none', () => {
    const zip = Buffer.from('504b0304', 'hex');
    expect(importRefusal('boe', zip, 'The text begins with "PK".')).toBe(
      'It is a ZIP archive, which boe does not publish; unpack it first.',
    );
    expect(importRefusal('ecb', zip, 'The ZIP archive is cut short.')).toBe('The ZIP archive is cut short.');
    expect(importRefusal('boe', Buffer.from('x'), 'Sentence.')).toBe('Sentence.');
  });
});

function write(name: string, bytes: Uint8Array): string {
  const path = join(throwAwayFolder(), name);
  writeFileSync(path, bytes);
  return path;
}
