import { createRequire } from 'node:module';

/*
 * Both packages are CommonJS. Imported into a thread that hardly got any time, the factory was once undefined under Node
 * 24.21; required, they are whole or the call fails.
 */
const require = createRequire(import.meta.url);
const core: typeof import('@zxcvbn-ts/core') = require('@zxcvbn-ts/core');
const common: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common');

/**
 * The library's grades go from 0 to 4; below 3 it would be found within 10^8 guesses, which is what whoever has stolen the
 * hashes tries in a day or two.
 */
const SCORE_MIN = 3;

/** Gives the number of characters that are looked at; more would only take longer. */
const LOOKED_AT_MAX = 72;

const judge = new core.ZxcvbnFactory({
  dictionary: common.dictionary,
  graphs: common.adjacencyGraphs,
  maxLength: LOOKED_AT_MAX,
});

/**
 * Whether a password is one of those that are tried first: from the lists of leaked ones, with digits or signs added, walks
 * over the keyboard, repetitions, or the account's own words. Takes milliseconds and no network: for the password thread.
 */
export function isEasilyGuessed(password: string, ownWords: readonly string[]): boolean {
  return judge.check(password.slice(0, LOOKED_AT_MAX), [...ownWords]).score < SCORE_MIN;
}
