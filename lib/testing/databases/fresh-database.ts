import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';

/** A server that is still not there then has failed. */
const START_PATIENCE_MS = 20_000;

const RETRY_MS = 20;

/** What a connection meets while the server starts: no socket yet, or one that says to wait. */
const STARTING_CODES: readonly unknown[] = ['ENOENT', 'ECONNREFUSED', '57P03'];

/** The address of a new, empty database on the run's PostgreSQL server; it goes when the server goes. */
export async function freshDatabase(): Promise<string> {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = await connectWhenStarted(postgres.url);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function connectWhenStarted(url: string): Promise<pg.Client> {
  const deadlineMs = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      const isStarting = error instanceof Error && 'code' in error && STARTING_CODES.includes(error.code);
      if (!isStarting || performance.now() > deadlineMs) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}
