import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { causeOfText } from '#lib/domain/health/fault-cause';
import { type Incident, incidentAfter, NO_FAILURES } from '#lib/domain/health/incident';
import type { Engine } from '#lib/store/engine/engine';
import type { Schema } from '#lib/store/engine/schema';
import { clusteredTable } from './table-shapes.ts';

/** Incidents, made of the changes of state that were kept so far, and what caused a change. Instants are epoch milliseconds. */
export function incidents(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('health_change').addColumn('cause', 'text').execute();
      const table = db.schema
        .createTable('incident')
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('opened_at', 'bigint', (column) => column.notNull())
        .addColumn('closed_at', 'bigint')
        .addColumn('worst', 'text', (column) => column.notNull())
        .addColumn('cause', 'text')
        .addColumn('reason', 'text')
        .addColumn('first_failed_at', 'bigint')
        .addColumn('last_failed_at', 'bigint')
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('incident_key', ['source', 'opened_at']);
      await clusteredTable(engine, table).execute();
      await db.schema.createIndex('incident_opened_at').on('incident').column('opened_at').execute();
      await fillFromChanges(asSchema(db));
    },
  };
}

/** Changes that are read at once. */
const PAGE = 1000;

/** Checks are kept for a week, so of what came before no failures are known. */
async function fillFromChanges(db: Kysely<Schema>): Promise<void> {
  const newest = new Map<string, Incident>();
  for (let afterId = 0; ;) {
    const changes = await db
      .selectFrom('health_change')
      .select(['id', 'source', 'at', 'to_status', 'reason'])
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { id, source, at, to_status: status, reason } of changes) {
      afterId = id;
      const atMs = Number(at);
      const step = { source, status, atMs, changedAtMs: atMs, reason, cause: causeOfText(reason) };
      const written = incidentAfter(newest.get(source) ?? null, {
        ...step,
        hasFailed: false,
        isOtherState: true,
        isOtherCause: false,
        row: NO_FAILURES,
      });
      if (written === null) continue;
      newest.set(source, written);
      const row = rowOf(written);
      await db
        .insertInto('incident')
        .values(row)
        .onConflict((conflict) => conflict.columns(['source', 'opened_at']).doUpdateSet(row))
        .execute();
    }
    if (changes.length < PAGE) return;
  }
}

/** The columns of this migration, whatever the table has later. */
function rowOf(incident: Incident) {
  return {
    source: incident.source,
    opened_at: incident.openedAtMs,
    closed_at: incident.closedAtMs,
    worst: incident.worst,
    cause: incident.cause,
    reason: incident.reason,
    first_failed_at: incident.firstFailedAtMs,
    last_failed_at: incident.lastFailedAtMs,
    failures: incident.failures,
    updated_at: incident.updatedAtMs,
  };
}

/** The columns that are named here exist at this point of the migrations, which is all that is asked of the schema. */
function asSchema(db: Kysely<unknown>): Kysely<Schema> {
  return db as Kysely<Schema>;
}
