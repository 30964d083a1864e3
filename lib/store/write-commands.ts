import { createLogin, deleteAccount, dropPendingSignIns, ensureAccount, resetPassword } from './accounts.ts';
import { insertApiKey, renameApiKey, replaceApiKey, revokeApiKey } from './api-keys.ts';
import {
  consumeAuthRecord,
  createAuthRecord,
  deleteAuthRecords,
  incrementAuthRecord,
  updateAuthRecords,
} from './auth-records.ts';
import { endSessions, keepNewestSessions, sweepSessions } from './auth-sessions.ts';
import { putAuthToken, useCodeOnce } from './auth-tokens.ts';
import { notePart } from './backfill-parts.ts';
import { addKeyUses } from './key-usage.ts';
import { dropLease, takeLease } from './leases.ts';
import { storeLoad } from './loads.ts';
import { storePoll } from './polls.ts';
import { decideQuarantine } from './quarantine-decisions.ts';
import { noteSources, saveSourceState } from './source-states.ts';
import { takeBackImport } from './taken-back-documents.ts';
import { takeBackSeries } from './unproven-series.ts';
import { noteSecretFingerprint } from './secret-fingerprint.ts';
import { rollUpTicks } from './tick-rollup.ts';
import { appendKeyEvents, appendTrail, pruneTrail } from './trail.ts';
import { rejectWithheld } from './withheld-documents.ts';
import type { WriteDatabase } from './write-database.ts';

/** Every write there is. SQLite runs them on its writer thread, so arguments and results must be plain values. */
export const WRITE_COMMANDS = {
  addKeyUses,
  appendKeyEvents,
  appendTrail,
  consumeAuthRecord,
  createAuthRecord,
  createLogin,
  decideQuarantine,
  deleteAccount,
  deleteAuthRecords,
  dropLease,
  dropPendingSignIns,
  endSessions,
  ensureAccount,
  incrementAuthRecord,
  insertApiKey,
  keepNewestSessions,
  notePart,
  noteSecretFingerprint,
  noteSources,
  pruneTrail,
  putAuthToken,
  rejectWithheld,
  renameApiKey,
  replaceApiKey,
  resetPassword,
  revokeApiKey,
  rollUpTicks,
  saveSourceState,
  storeLoad,
  storePoll,
  sweepSessions,
  takeBackImport,
  takeBackSeries,
  takeLease,
  updateAuthRecords,
  useCodeOnce,
} as const;

export type WriteCommandName = keyof typeof WRITE_COMMANDS;

/** Those that write tables of keys and accounts; no other command touches these, and these touch no others. */
export const OF_ACCOUNTS: readonly WriteCommandName[] = [
  'addKeyUses',
  'appendKeyEvents',
  'appendTrail',
  'consumeAuthRecord',
  'createAuthRecord',
  'createLogin',
  'deleteAccount',
  'deleteAuthRecords',
  'dropPendingSignIns',
  'endSessions',
  'ensureAccount',
  'incrementAuthRecord',
  'insertApiKey',
  'noteSecretFingerprint',
  'putAuthToken',
  'renameApiKey',
  'replaceApiKey',
  'resetPassword',
  'revokeApiKey',
  'sweepSessions',
  'updateAuthRecords',
  'useCodeOnce',
];

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
