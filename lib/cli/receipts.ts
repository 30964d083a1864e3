import process from 'node:process';
import { rotateReceiptKey } from '#lib/account/secrets/receipt-keys';
import { openKnownSecret } from '#lib/account/secrets/known-secret';
import type { StoredReceiptKey } from '#lib/store/rates/receipts';
import { defineCommand, runCommand } from './command-line.ts';
import { openExistingStore } from './open-project-store.ts';

const command = defineCommand('receipts', 'Shows and changes the keys that sign receipts.');

command
  .command('list')
  .description('lists every key that signs or signed receipts, newest first')
  .action(() => list(({ store }) => store.readReceiptKeys()));

command
  .command('rotate')
  .description('creates a new key that signs from now on; receipts of the former ones stay valid')
  .action(() =>
    list(async ({ store, environment }) => {
      const { secretOf } = await openKnownSecret(store, environment);
      return rotateReceiptKey(store, secretOf('receipts'), new Date());
    }),
  );

await runCommand(command);

async function list(keysOf: (opened: Opened) => Promise<readonly StoredReceiptKey[]>): Promise<void> {
  const opened = await openExistingStore();
  try {
    const keys = await keysOf(opened);
    for (const [place, { n, kid, sinceMs }] of keys.entries()) {
      const state = place === 0 ? 'signs' : 'former';
      process.stdout.write(`${n}  ${kid}  ${state}, since ${new Date(sinceMs).toISOString()}\n`);
    }
    if (keys.length === 0) process.stdout.write('There is no key yet; the first receipt makes one.\n');
  } finally {
    await opened.store.close();
  }
}

type Opened = Awaited<ReturnType<typeof openExistingStore>>;
