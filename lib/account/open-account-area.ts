import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#lib/contract/account';
import { DAY_MS } from '#lib/domain/durations';
import type { AccountAreaSetup } from './account-area.ts';
import { createBrowserMarks } from './limits/browser-marks.ts';
import { type AccountRouter, createAccountRouter } from './http/account-router.ts';
import { createAllowance, createThrottle } from './limits/limits.ts';
import type { AccountTools } from './http/endpoint.ts';
import { type DeriveSecret, fingerprintOf } from './secrets/master-secret.ts';
import { createPasswordChecks } from './passwords/password-checks.ts';
import { renewSecondFactors } from './sign-in/renew-second-factors.ts';
import { createSignIns } from './sign-in/sign-ins.ts';

/** Accounts a network may make an hour, where registration is open. */
const SIGN_UPS = 20;

/** Keys an account may make or rotate an hour. */
const NEW_KEYS = 120;

/** Exports of an account an hour: each reads years. */
const EXPORTS = 20;

/** Failed sign-ins of an account that are written down an hour. */
const FAILURE_NOTES = 6;

/** Changes of an account an hour, of whatever kind. */
const CHANGES = 300;

/** An audit log of the last year is whole, with some days to look at it. */
const AUDIT_LOG_KEPT_MS = 400 * DAY_MS;

/** As many as an export tells. */
const AUDIT_ENTRIES_OF_ACCOUNT_MAX = 10_000;

const SWEEP_MS = 3_600_000;

/** The router with all that it needs, and how to let go of it. */
export async function openAccountArea(setup: AccountAreaSetup): Promise<{
  readonly router: AccountRouter;
  readonly close: () => Promise<void>;
}> {
  const { store, secretOf, log, clock } = setup;
  await takeOver(setup);
  const passwords = setup.passwords ?? createPasswordChecks(setup.root);
  const sweep = () => {
    const nowMs = clock.real().getTime();
    store.write
      .sweepSessions({ nowMs })
      .catch((error: unknown) => log.error({ err: error }, 'expired sessions could not be removed'));
    store.write
      .pruneAuditLog({ sinceMs: nowMs - AUDIT_LOG_KEPT_MS, ofAccountMax: AUDIT_ENTRIES_OF_ACCOUNT_MAX })
      .catch((error: unknown) => log.error({ err: error }, 'old entries of trails could not be removed'));
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_MS);
  timer.unref();
  const router = createAccountRouter({
    store,
    passwords,
    log,
    clock,
    publicUrl: setup.publicUrl,
    catchUp: setup.catchUp,
    keys: setup.keys,
    uses: setup.uses,
    snapshot: setup.snapshot,
    readQuestion: setup.readQuestion,
    secretOf,
    signIns: createSignIns({
      store,
      passwords,
      log,
      secret: accountSecret(secretOf),
      passwordLength: { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX },
    }),
    throttles: { proven: createThrottle(), stranger: createThrottle() },
    marks: createBrowserMarks(secretOf('known-browser')),
    allowances: createAllowances(),
    settings: setup,
  });
  return {
    router,
    close: async () => {
      clearInterval(timer);
      if (!setup.passwords) await passwords.close();
    },
  };
}

function createAllowances(): AccountTools['allowances'] {
  return {
    signUp: createAllowance(SIGN_UPS),
    newKeys: createAllowance(NEW_KEYS),
    exports: createAllowance(EXPORTS),
    failureNotes: createAllowance(FAILURE_NOTES),
    changes: createAllowance(CHANGES),
  };
}

/** Second factors outlive a change of the master secret. */
async function takeOver({ store, secretOf, previousSecretOf, log }: AccountAreaSetup): Promise<void> {
  if (previousSecretOf === null) return;
  const secrets = { current: accountSecret(secretOf), previous: accountSecret(previousSecretOf) };
  try {
    const renewed = await renewSecondFactors(store, secrets);
    await store.write.noteSecretFingerprint({
      fingerprint: fingerprintOf(secretOf),
      expected: fingerprintOf(previousSecretOf),
    });
    log.info({ renewed }, 'second factors are kept under the new master secret');
  } catch (error) {
    log.error({ err: error }, 'second factors could not be taken over from the previous master secret');
  }
}

function accountSecret(secretOf: DeriveSecret): string {
  return secretOf('accounts').toString('base64url');
}
