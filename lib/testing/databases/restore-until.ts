import { statSync } from 'node:fs';
import process from 'node:process';
import { readEnvironment } from '#lib/platform/environment';
import { restoreBackup, verifyBackup } from '#lib/store/backup/restore-backup';

/*
 * Restores a backup up to a part of its bytes, says so and stands still: `node restore-until.ts FILE PART`. For tests that kill
 * it there.
 */
const [file = '', part = '1'] = process.argv.slice(2);
const environment = readEnvironment(process.env, process.cwd());
const untilBytes = statSync(file).size * Number(part);
let bytes = 0;
const backup = await verifyBackup(file, () => {});
await restoreBackup({ ...environment, root: process.cwd() }, backup, {
  replaces: true,
  now: new Date(),
  onBytes: (count) => {
    bytes += count;
    if (bytes < untilBytes) return;
    process.stdout.write('reached\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
