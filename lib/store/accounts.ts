import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import type { WriteDatabase } from './write-database.ts';

/** An account to find or make; e-mail addresses are compared in lower case. */
export interface AccountRequest {
  readonly email: string;
  readonly nowMs: number;
}

/** The id of the account with this address, which is made when there is none. */
export async function ensureAccount(store: WriteDatabase, request: AccountRequest): Promise<string> {
  const email = request.email.toLowerCase();
  await store.db
    .insertInto('account')
    .values({ id: randomUUID(), email, created_at: request.nowMs })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  return accountIdOf(store.db, email);
}

async function accountIdOf(db: Kysely<Schema>, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}
