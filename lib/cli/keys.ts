import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { Argument, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import {
  createApiKey,
  KEY_LIFETIMES_DAYS,
  KEY_OVERLAPS_MS,
  type KeyRefusal,
  renameByPrefix,
  revokeByPrefix,
  rotateByPrefix,
} from '#lib/account/keys/api-keys';
import { fingerprintOf, openMasterSecret } from '#lib/account/secrets/master-secret';
import { makeResetLink } from '#lib/account/secrets/reset-link';
import { reissueSetUpToken } from '#lib/account/secrets/set-up-token';
import { KEY_LIMIT_MAX, KEY_NAME_LENGTH_MAX, type KeyLifetime, type KeyOverlap } from '#lib/contract/account';
import type { Result } from '#lib/domain/result';
import { isSourceId, SOURCE_IDS } from '#lib/domain/source-id';
import type { Environment } from '#lib/platform/environment';
import type { Store } from '#lib/store/store';
import { listKeys, listAuditLog } from './key-lists.ts';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { openExistingStore, openProjectStore, type ProjectStore } from './open-project-store.ts';

/** Servers look once a second for keys that were made; a command that ends sooner lets the next one ask in vain. */
const KNOWN_TO_SERVERS_MS = 1500;

const command = defineCommand('keys', 'Creates, lists, renames, rotates and revokes API keys.');

command
  .command('create')
  .description('creates a key, and the account if there is none; the key is the last line of the output')
  .requiredOption('--email <address>', 'whose key it is', readEmail)
  .requiredOption('--name <text>', 'what the key is for', readName)
  .option(
    '--limit <requests>',
    "requests per minute for this key, 0 for no limit; without it the service's own limit",
    readLimit,
  )
  .option('--sources <ids>', 'comma-separated list of the sources it may use; without it all', readSources)
  .addOption(
    new Option('--expires <lifetime>', 'when it ends')
      .choices(Object.keys(KEY_LIFETIMES_DAYS))
      .default('none'),
  )
  .action(async ({ email, name, limit, expires, sources }: CreateOptions) => {
    const request = {
      email,
      name,
      lifetime: expires,
      limitPerMinute: limit ?? null,
      allowedSources: sources ?? null,
    };
    const key = await withStore((store) => createApiKey(store, request, new Date()), openProjectStore);
    process.stderr.write('This key is shown once. Send it in the X-API-Key header.\n');
    await giveKey(key);
  });

command
  .command('list')
  .description('lists every key with its state, its last use and its requests of 30 days')
  .action(async () => {
    const { store } = await openExistingStore();
    try {
      await listKeys(store, new Date());
    } finally {
      await store.close();
    }
  });

command
  .command('rename')
  .description('gives a key another name')
  .addArgument(new Argument('<prefix>', 'the beginning of the key, as list shows it'))
  .requiredOption('--name <text>', 'what the key is for', readName)
  .action(async (prefix: string, { name }: { name: string }) => {
    const key = await withStore((store) => renameByPrefix(store, { prefix, name }, new Date()));
    process.stdout.write(`renamed ${key.prefix}...${key.last4} (${key.name}) to ${name}\n`);
  });

command
  .command('trail')
  .description('shows what happened to an account and its keys, newest first')
  .addArgument(new Argument('<address>', "the account's e-mail address").argParser(readEmail))
  .action(async (email: string) => {
    const { store } = await openExistingStore();
    try {
      await listAuditLog(store, email);
    } finally {
      await store.close();
    }
  });

command
  .command('revoke')
  .description('ends a key at once; every server of this database refuses it within two seconds')
  .addArgument(new Argument('<prefix>', 'the beginning of the key, as list shows it'))
  .action(async (prefix: string) => {
    const key = await withStore((store) => revokeByPrefix(store, prefix, new Date()));
    process.stdout.write(`revoked ${key.prefix}...${key.last4} (${key.name})\n`);
  });

command
  .command('rotate')
  .description('creates a successor; the new key is the last line of the output')
  .addArgument(new Argument('<prefix>', 'the beginning of the old key, as list shows it'))
  .addOption(
    new Option('--overlap <time>', 'how long the old key keeps working')
      .choices(Object.keys(KEY_OVERLAPS_MS))
      .default('24h'),
  )
  .action(async (prefix: string, { overlap }: { overlap: KeyOverlap }) => {
    const key = await withStore((store) => rotateByPrefix(store, { prefix, overlap }, new Date()));
    process.stderr.write(
      `The old key ends ${overlap === 'now' ? 'now' : `in ${overlap}`}. The new one is shown once.\n`,
    );
    await giveKey(key);
  });

command
  .command('reset-link')
  .description('prints a link that sets the password of an account once within 30 minutes')
  .addArgument(new Argument('<address>', "the account's e-mail address").argParser(readEmail))
  .option(
    '--drop-second-factor',
    'also turns the second factor off, for a person who lost it and the recovery codes',
  )
  .action(async (email: string, { dropSecondFactor }: { dropSecondFactor?: true }) => {
    const { store, environment } = await openProjectStore();
    try {
      const origin = environment.publicUrl?.origin ?? localOrigin(environment);
      const request = { email, origin, dropsSecondFactor: dropSecondFactor === true };
      const link = await makeResetLink(store, request, new Date());
      if (!link.ok) throw new RefusedCommand(link.error.sentence);
      process.stderr.write('Anyone who opens this link can sign in. It works once, within 30 minutes.\n');
      process.stdout.write(`${link.value}\n`);
    } finally {
      await store.close();
    }
  });

command
  .command('setup-token')
  .description('creates a new token for the first account; the former one stops working')
  .action(async () => {
    const { store, environment } = await openProjectStore();
    try {
      const setUp = await reissueSetUpToken(store, environment.dataDir, new Date());
      if (setUp.kind !== 'token') {
        throw new RefusedCommand(
          'There is an account already; make a link with: npm run keys -- reset-link EMAIL',
        );
      }
      process.stderr.write('Type it at /account/set-up within 24 hours. It is in this file:\n');
      process.stdout.write(`${setUp.file}\n`);
    } finally {
      await store.close();
    }
  });

command
  .command('accept-secret')
  .description(
    'makes the database accept the present master secret if the former one is lost; everybody is signed out',
  )
  .action(async () => {
    const { store, environment } = await openProjectStore();
    try {
      const known = await store.readSecretFingerprint();
      const secretOf = openMasterSecret(environment.dataDir, environment.masterSecret);
      const fingerprint = fingerprintOf(secretOf);
      await store.write.noteSecretFingerprint({ fingerprint, expected: known });
      process.stdout.write(`the database belongs to the master secret with the fingerprint ${fingerprint}\n`);
      process.stderr.write(
        'Everybody has to sign in again; npm run keys -- reset-link EMAIL --drop-second-factor lets in those who had a second factor.\n',
      );
    } finally {
      await store.close();
    }
  });

await runCommand(command);

interface CreateOptions {
  readonly email: string;
  readonly name: string;
  readonly limit?: number;
  readonly expires: KeyLifetime;
  readonly sources?: readonly string[];
}

/** How this machine reaches the service when the operator has named no other address. */
function localOrigin({ port, tls }: Environment): string {
  return `${tls === null ? 'http' : 'https'}://localhost:${port}`;
}

/** Prints a new key at once, and ends when it can be used. */
async function giveKey(key: string): Promise<void> {
  process.stdout.write(`${key}\n`);
  await setTimeout(KNOWN_TO_SERVERS_MS);
}

async function withStore<T>(
  work: (store: Store) => Promise<Result<T, KeyRefusal>>,
  open: () => Promise<ProjectStore> = openExistingStore,
): Promise<T> {
  const { store } = await open();
  try {
    const outcome = await work(store);
    if (!outcome.ok) throw new RefusedCommand(outcome.error.sentence);
    return outcome.value;
  } finally {
    await store.close();
  }
}

function readEmail(text: string): string {
  if (z.email().safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be an e-mail address.');
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= KEY_NAME_LENGTH_MAX && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError(`It must have 1 to ${KEY_NAME_LENGTH_MAX} characters on one line.`);
}

function readSources(text: string): readonly string[] {
  const sources = text.split(',').map((source) => source.trim());
  if (sources.every(isSourceId)) return [...new Set(sources)];
  throw new InvalidArgumentError(`It must be a comma-separated list of ${SOURCE_IDS.join(', ')}.`);
}

function readLimit(text: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (limit >= 0 && limit <= KEY_LIMIT_MAX) return limit;
  throw new InvalidArgumentError('It must be a whole number of requests per minute, 0 for no limit.');
}
