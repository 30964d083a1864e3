import { parentPort } from 'node:worker_threads';
import { letThreadGiveWay } from '#lib/platform/give-way';
import { fitsPassword, hashPassword, type PasswordCost } from './password-hash.ts';

/** What a password thread is asked. */
export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: PasswordCost }
  | { readonly kind: 'fits'; readonly password: string; readonly hash: string }
  | { readonly kind: 'weak'; readonly password: string; readonly ownWords: readonly string[] };

/** What comes back: the hash, or a truth value; or that the task failed, without the password. */
export type PasswordReply =
  | { readonly ok: true; readonly value: string | boolean }
  | { readonly ok: false; readonly message: string };

const port = parentPort;
if (port) {
  letThreadGiveWay();
  port.on('message', (task: PasswordTask) => {
    answer(task).then(
      (value) => port.postMessage({ ok: true, value } satisfies PasswordReply),
      (error: unknown) =>
        port.postMessage({
          ok: false,
          message: error instanceof Error ? error.message : String(error),
        } satisfies PasswordReply),
    );
  });
}

async function answer(task: PasswordTask): Promise<string | boolean> {
  switch (task.kind) {
    case 'hash':
      return hashPassword(task.password, task.cost);
    case 'fits':
      return fitsPassword(task.password, task.hash);
    case 'weak': {
      // Loaded here, because most threads never see a new password and the lists take 30 MB.
      const { isEasilyGuessed } = await import('./password-strength.ts');
      return isEasilyGuessed(task.password, task.ownWords);
    }
  }
}
