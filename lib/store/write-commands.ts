import {
  createLogin,
  deleteAccount,
  dropPendingSignIns,
  ensureAccount,
  resetPassword,
} from '#lib/store/accounts/accounts';
import { addFeedLink } from '#lib/store/accounts/feed-links';
import { insertApiKey, renameApiKey, replaceApiKey, revokeApiKey } from '#lib/store/accounts/api-keys';
import {
  consumeAuthRecord,
  createAuthRecord,
  deleteAuthRecords,
  incrementAuthRecord,
  updateAuthRecords,
} from '#lib/store/accounts/auth-records';
import { endSessions, keepNewestSessions, sweepSessions } from '#lib/store/accounts/auth-sessions';
import { putAuthToken, useCodeOnce } from '#lib/store/accounts/auth-tokens';
import { notePart } from '#lib/store/rates/backfill-parts';
import { addKeyUses } from '#lib/store/accounts/key-usage';
import { dropLease, takeLease } from '#lib/store/engine/leases';
import { storeLoad } from './loads.ts';
import { storePoll } from './polls.ts';
import { decideHeld } from '#lib/store/validation/held-decisions';
import { addStatusNote, endStatusNote } from '#lib/store/health/status-notes';
import { noteSources } from '#lib/store/health/source-states';
import { takeBackImport } from '#lib/store/validation/taken-back-documents';
import { noteSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import { rollUpTicks } from '#lib/store/rates/tick-rollup';
import { appendKeyEvents, appendAuditEntries, pruneAuditLog } from '#lib/store/accounts/audit-log';
import { storeReceipt } from '#lib/store/rates/receipts';
import { addPairWatch, noteWatchLooks } from '#lib/store/accounts/pair-watches';
import { removeOwn } from '#lib/store/accounts/own-rows';
import { addWebhook, noteTry, queueChanges, queueTest } from '#lib/store/accounts/webhooks';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Those that write tables of accounts, their keys, feed links, watches and webhooks; no other command touches these, and these touch no others. */
const OF_ACCOUNTS = {
  addFeedLink,
  addKeyUses,
  addPairWatch,
  addWebhook,
  appendKeyEvents,
  appendAuditEntries,
  consumeAuthRecord,
  createAuthRecord,
  createLogin,
  deleteAccount,
  deleteAuthRecords,
  dropPendingSignIns,
  endSessions,
  ensureAccount,
  incrementAuthRecord,
  insertApiKey,
  noteSecretFingerprint,
  noteTry,
  noteWatchLooks,
  putAuthToken,
  queueChanges,
  queueTest,
  removeOwn,
  renameApiKey,
  replaceApiKey,
  resetPassword,
  revokeApiKey,
  sweepSessions,
  updateAuthRecords,
  useCodeOnce,
} as const;

/** Every write there is. SQLite runs them on its writer thread, so arguments and results must be plain values. */
export const WRITE_COMMANDS = {
  ...OF_ACCOUNTS,
  addStatusNote,
  decideHeld,
  dropLease,
  endStatusNote,
  keepNewestSessions,
  notePart,
  noteSources,
  pruneAuditLog,
  rollUpTicks,
  storeLoad,
  storePoll,
  storeReceipt,
  takeBackImport,
  takeLease,
} as const;

export type WriteCommandName = keyof typeof WRITE_COMMANDS;

/** Whether a command writes tables of accounts and what is theirs. */
export function isOfAccounts(name: WriteCommandName): boolean {
  return Object.hasOwn(OF_ACCOUNTS, name);
}

type ArgumentOf<Name extends WriteCommandName> = Parameters<(typeof WRITE_COMMANDS)[Name]>[1];
type ResultOf<Name extends WriteCommandName> = ReturnType<(typeof WRITE_COMMANDS)[Name]>;

/** The same commands as a caller sees them: the database is the writer's own affair. */
export type Writer = {
  readonly [Name in WriteCommandName]: (argument: ArgumentOf<Name>) => ResultOf<Name>;
};

/** A writer whose commands are carried out by `run`, wherever that is. */
export function writerThrough(run: (name: WriteCommandName, argument: unknown) => Promise<unknown>): Writer {
  const entries = Object.keys(WRITE_COMMANDS)
    .filter(isWriteCommandName)
    .map((name) => [name, (argument: unknown) => run(name, argument)]);
  return asWriter(Object.fromEntries(entries));
}

/** Runs a command by name; the argument must be that command's. */
export function runWriteCommand(
  store: WriteDatabase,
  name: WriteCommandName,
  argument: unknown,
): Promise<unknown> {
  return asAnyCommand(WRITE_COMMANDS[name])(store, argument);
}

function isWriteCommandName(name: string): name is WriteCommandName {
  return Object.hasOwn(WRITE_COMMANDS, name);
}

/** Holds because the entries above are one function for every name of the table. */
function asWriter(commands: object): Writer {
  return commands as Writer;
}

/** Holds because `Writer` gives each name its own argument type and nothing else calls by name. */
function asAnyCommand(command: unknown): (store: WriteDatabase, argument: unknown) => Promise<unknown> {
  return command as (store: WriteDatabase, argument: unknown) => Promise<unknown>;
}
