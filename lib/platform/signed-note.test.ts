import { expect, it } from 'vitest';
import { noteKeyOf, parseVerifierKey, readSignedNote } from './signed-note.ts';

/** The example of golang.org/x/mod/sumdb/note, which the specification follows. */
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const NOTE = `${TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

it('signs and checks a note as other programs do', () => {
  const key = noteKeyOf(SEED);
  expect(key.verifierKey('PeterNeumann')).toBe(VERIFIER);
  expect(key.sign(TEXT, 'PeterNeumann')).toBe(NOTE);
  expect(readSignedNote(NOTE, VERIFIER)).toBe(TEXT);
});

it('finds the right signature among others', () => {
  const other = noteKeyOf(new Uint8Array(32)).sign(TEXT, 'witness');
  const both = NOTE.replace('\n\n', `\n\n${other.slice(other.lastIndexOf('—'))}`);
  expect(readSignedNote(both, VERIFIER)).toBe(TEXT);
});

it.each([
  ['a changed text', NOTE.replace('answer', 'solution')],
  ['a changed signature', NOTE.replace('x08go/ZJ', 'x08go/ZK')],
  ['another name', NOTE.replace('— PeterNeumann', '— Somebody')],
  ['no signature', TEXT],
  ['nothing', ''],
  ['another key of the same name', noteKeyOf(new Uint8Array(32)).sign(TEXT, 'PeterNeumann')],
])('takes %s for unsigned', (_what, note) => {
  expect(readSignedNote(note, VERIFIER)).toBeNull();
});

it.each([
  '',
  'PeterNeumann',
  VERIFIER.replace('c74f20a3', 'c74f20a4'),
  VERIFIER.replace('Peter', 'Paul'),
  VERIFIER.replace('+ARpc', '+Arpc'),
  `${VERIFIER}AAAA`,
])('knows that %j is no verifier key', (text) => {
  expect(parseVerifierKey(text)).toBeNull();
});
