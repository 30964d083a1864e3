import { type Kysely, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';

/** A server that follows the one that was asked. */
export interface Follower {
  readonly name: string;
  /** Whether a write waits until it has it. */
  readonly isSynchronous: boolean;
  /** What was written and not yet replayed there, or kept where nothing is replayed, in bytes; null where the user may not see it (`pg_monitor`). */
  readonly behindBytes: number | null;
}

/** Where a PostgreSQL server stands among those with the same data. */
export interface Replication {
  /** `10.0.0.11:5432`, also behind a load balancer; null over a socket of this machine. */
  readonly place: string | null;
  readonly isReplica: boolean;
  /** Of a replica: how long ago what it replayed last was written, in seconds, and 0 where it has replayed all; else null. */
  readonly behindSeconds: number | null;
  /** Of a leader, by name. */
  readonly followers: readonly Follower[];
}

/** Asks a server of PostgreSQL what it is to the others. */
export async function readReplication(db: Kysely<Schema>): Promise<Replication> {
  const { rows } = await sql<{ place: string | null; is_replica: boolean; behind: number | null }>`
    select host(inet_server_addr()) || ':' || inet_server_port() as place, pg_is_in_recovery() as is_replica,
      case
        when not pg_is_in_recovery() then null
        when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
      end::double precision as behind`.execute(db);
  const [server] = rows;
  if (!server) throw new Error('A select without a table gives one row.');
  return {
    place: server.place,
    isReplica: server.is_replica,
    behindSeconds: server.behind,
    followers: server.is_replica ? [] : await readFollowers(db),
  };
}

/** Those that copy the database for the first time are not listed. */
async function readFollowers(db: Kysely<Schema>): Promise<readonly Follower[]> {
  const { rows } = await sql<{ name: string; is_synchronous: boolean | null; behind: number | null }>`
    select application_name as name, sync_state in ('sync', 'quorum') as is_synchronous,
      pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn))::double precision as behind
    from pg_stat_replication where state is distinct from 'backup' order by application_name limit 100`.execute(
    db,
  );
  return rows.map(({ name, is_synchronous, behind }) => ({
    name,
    isSynchronous: is_synchronous ?? false,
    behindBytes: behind,
  }));
}
