import { z } from 'zod';
import { SOURCE_IDS } from '#lib/domain/source-id';
import { WEBHOOK_SUBJECTS } from '#lib/domain/webhook';
import { FEED_QUESTION_LENGTH_MAX } from './feed-links.ts';
import { currency } from './parameters.ts';
import {
  KEY_LIFETIMES,
  KEY_LIMIT_MAX,
  KEY_NAME_LENGTH_MAX,
  KEY_OVERLAPS,
  PASSWORD_LENGTH_MAX,
} from './account.ts';

/** RFC 5321 allows no longer address. */
const EMAIL_LENGTH_MAX = 254;

/** Longer than any token, code or identifier of ours. */
const TEXT_LENGTH_MAX = 200;

/** The longest address of a webhook. */
const WEBHOOK_ADDRESS_MAX = 500;

const email = z
  .string('Give an e-mail address.')
  .trim()
  .toLowerCase()
  .max(EMAIL_LENGTH_MAX, 'The e-mail address is too long.')
  .pipe(z.email('Give an e-mail address, such as ada@example.org.'));

/** Of any strength: what is asked of a new one is said by an error of its own. */
const password = z
  .string('Give a password.')
  .min(1, 'Give a password.')
  .max(PASSWORD_LENGTH_MAX, `A password has at most ${PASSWORD_LENGTH_MAX} characters.`);

const token = z
  .string('Give the token.')
  .trim()
  .min(1, 'Give the token.')
  .max(TEXT_LENGTH_MAX, 'The token is too long.');

const code = z
  .string('Give the code.')
  .trim()
  .min(1, 'Give the code.')
  .max(TEXT_LENGTH_MAX, 'The code is too long.');

const id = z.string('Give the id.').min(1, 'Give the id.').max(TEXT_LENGTH_MAX, 'The id is too long.');

const confirmation = z
  .string('Type the confirmation.')
  .max(EMAIL_LENGTH_MAX, 'The confirmation is too long.');

const keyName = z
  .string('Give the key a name.')
  .trim()
  .min(1, 'Give the key a name.')
  .max(KEY_NAME_LENGTH_MAX, `A name has at most ${KEY_NAME_LENGTH_MAX} characters.`)
  .regex(/^\P{Cc}*$/u, 'A name is one line of text.');

const limitPerMinute = z
  .int('A limit is a whole number of requests a minute.')
  .min(0, 'A limit is 0 or more requests a minute.')
  .max(KEY_LIMIT_MAX, `A limit is at most ${KEY_LIMIT_MAX} requests a minute.`)
  .nullable();

const allowedSources = z
  .array(z.enum(SOURCE_IDS, `A source is one of ${SOURCE_IDS.join(', ')}.`), 'Give the sources as a list.')
  .min(1, 'Choose at least one source, or none to allow all.')
  .max(SOURCE_IDS.length, 'A source was given twice.')
  .readonly()
  .nullable();

const watchRule = z.object({
  kind: z.enum(['above', 'below'], 'Watch for a rate above or below.'),
  threshold: z
    .number('Give the threshold as a number, such as 1.085.')
    .positive('A threshold is more than 0.'),
});

/** What the server reads the bodies of /account/api with. */
export const ACCOUNT_SCHEMAS = {
  /** With the token that the operator finds in the data folder. */
  setUp: z.object({ token, email, password }),
  credentials: z.object({ email, password }),
  /** Six digits of the authenticator, or one recovery code, which works once. */
  secondFactor: z.union([z.object({ code }), z.object({ recoveryCode: code })], 'Give a code.'),
  /** With the token of an operator's link, `/account/reset#token=...`. */
  reset: z.object({ token, password }),
  /** Ends every other session. */
  passwordChange: z.object({ current: password, next: password }),
  passwordConfirmation: z.object({ password }),
  codeConfirmation: z.object({ code }),
  /** `code` is of the authenticator or a recovery code. */
  bothFactors: z.object({ password, code }),
  /** One session, or all but this one. */
  endSessions: z.union(
    [z.object({ id }), z.object({ others: z.literal(true) })],
    'Name a session, or the others.',
  ),
  newKey: z.object({
    name: keyName,
    expires: z.enum(KEY_LIFETIMES, `The lifetime is one of ${KEY_LIFETIMES.join(', ')}.`),
    limitPerMinute,
    allowedSources,
  }),
  renameKey: z.object({ id, name: keyName }),
  rotateKey: z.object({
    id,
    overlap: z.enum(KEY_OVERLAPS, `The overlap is one of ${KEY_OVERLAPS.join(', ')}.`),
  }),
  /** `confirmation` is the key's name or its last four characters, as typed. */
  revokeKey: z.object({ id, confirmation }),
  /** `confirmation` is the account's address, as typed; `code` is asked for while a second factor is on. */
  deleteAccount: z.object({ password, code: code.optional(), confirmation }),
  newWatch: z.object({ base: currency('base'), quote: currency('quote'), rule: watchRule }),
  newFeedLink: z.object({
    question: z
      .string('Give the question.')
      .trim()
      .min(1, 'Give the question.')
      .max(FEED_QUESTION_LENGTH_MAX, `A question has at most ${FEED_QUESTION_LENGTH_MAX} characters.`),
  }),
  newWebhook: z.object({
    url: z
      .string('Give the address.')
      .trim()
      .min(1, 'Give the address.')
      .max(WEBHOOK_ADDRESS_MAX, `An address has at most ${WEBHOOK_ADDRESS_MAX} characters.`),
    subjects: z
      .array(z.enum(WEBHOOK_SUBJECTS, 'A webhook is told of watches, of status, or of both.'), 'Give a list.')
      .min(1, 'Choose what the webhook is told of.')
      .max(WEBHOOK_SUBJECTS.length, 'Name each only once.')
      .readonly(),
  }),
  /** One of what the account has made, by its id. */
  named: z.object({ id }),
  nothing: z.object({}),
} as const;

/** What a page posts; as a type alone, so that pages carry no schema library. */
export type AccountBody<Name extends keyof typeof ACCOUNT_SCHEMAS> = z.infer<(typeof ACCOUNT_SCHEMAS)[Name]>;
