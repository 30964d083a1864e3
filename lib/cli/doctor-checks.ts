import { existsSync } from 'node:fs';
import { secretRefusal } from '#lib/account/secrets/known-secret';
import { fingerprintOf, openMasterSecret } from '#lib/account/secrets/master-secret';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { USER_AGENT } from '#lib/ingest/feed-store';
import { createClock } from '#lib/platform/clock';
import { type Environment, EnvironmentError } from '#lib/platform/environment';
import {
  createHttpClient,
  type HttpBody,
  type HttpClient,
  type HttpResult,
  type NotModified,
} from '#lib/platform/http-client';
import { readTlsFiles } from '#lib/server/tls-files';
import { createSourcesOf } from '#lib/sources/create-sources';
import { operatorSources } from '#lib/sources/operator-sources';
import type { Documents, Source } from '#lib/sources/source';
import { diskShortage } from '#lib/store/engine/disk-room';
import { checkDatabase, type DatabaseCheck } from '#lib/store/check-database';

/** What one check found: all well, something to see to, or what keeps the service from working. */
export interface Finding {
  readonly kind: 'ok' | 'warning' | 'wrong';
  readonly subject: string;
  /** What it is and what to do. */
  readonly sentence: string;
}

/** How far two clocks may be apart: the time on the wire, and a publisher's answer that was kept for a moment. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A certificate is renewed a month before its end; one that is not is warned of. */
const CERTIFICATE_WARNING_MS = 14 * DAY_MS;

/** Looks at everything, in the order in which it is to be mended. */
export async function* examine(environment: Environment, root: string): AsyncGenerator<Finding> {
  const sources = createSourcesOf(environment, operatorSources(environment));
  yield { kind: 'ok', subject: 'environment', sentence: 'every variable can be used' };
  const database = await checkDatabase({ ...environment, root }).catch(asRefusal);
  yield database instanceof EnvironmentError ? wrong('database', database.message) : describe(database);
  if (!(database instanceof EnvironmentError)) yield examineSecret(database, environment);
  yield examineDisk(environment);
  if (environment.tls !== null) yield await examineTls(environment.tls);
  const clock = watchClock();
  for (const finding of await Promise.all(sources.map((source) => examineUpstream(source, clock.http)))) {
    yield finding;
  }
  yield examineClock(environment, clock.nearestMs());
}

function describe({ engine, tables, isWritable, impossible }: DatabaseCheck): Finding {
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  if (!isWritable) {
    const remedy =
      engine === 'sqlite'
        ? 'give this user the right to write to it'
        : 'name the primary server and a user that may write in DATABASE_URL';
    return wrong('database', `it can only be read; ${remedy}`);
  }
  if (impossible.length > 0) {
    return wrong(
      'database',
      `${impossible.length} stored ${impossible.length === 1 ? 'figure is' : 'figures are'} impossible and not served; npm run check names them`,
    );
  }
  switch (tables) {
    case 'none':
      return fine('database', `${name} has no tables yet; npm start makes them, and npm run restore too`);
    case 'behind':
      return fine('database', `${name} has the tables of an older version; npm start brings them up to date`);
    case 'older':
      return wrong(
        'database',
        'an older version of this program made it; start that version, or move it elsewhere',
      );
    case 'newer':
      return wrong('database', 'a newer version of this program has changed it; start that version');
    case 'current':
      return fine('database', `${name} opens, and its tables are up to date`);
    default:
      return tables satisfies never;
  }
}

function examineSecret({ tables, fingerprint }: DatabaseCheck, environment: Environment): Finding {
  if (tables !== 'current' || fingerprint === null) {
    return fine('master secret', 'the next start notes the fingerprint of the one that it finds or makes');
  }
  try {
    const refusal = secretRefusal(fingerprint, environment);
    if (refusal !== null) return wrong('master secret', refusal);
    const present = fingerprintOf(openMasterSecret(environment.dataDir, environment.masterSecret));
    return present === fingerprint
      ? fine('master secret', `it is the database's own (fingerprint ${fingerprint})`)
      : fine('master secret', 'the database still belongs to MASTER_SECRET_PREVIOUS; keep that for now');
  } catch (error) {
    return wrong('master secret', asRefusal(error).message);
  }
}

function examineDisk({ dataDir }: Environment): Finding {
  if (!existsSync(dataDir)) return fine('disk', `${dataDir} is made at the first start`);
  const shortage = diskShortage(dataDir);
  if (shortage === null) return fine('disk', `there is room in ${dataDir}`);
  return { kind: 'warning', subject: 'disk', sentence: shortage.message };
}

async function examineTls(files: Parameters<typeof readTlsFiles>[0]): Promise<Finding> {
  const material = await readTlsFiles(files);
  if (!material.ok) return wrong('TLS', material.error);
  const leftMs = material.value.endsAt.getTime() - createClock(null).realMs();
  const day = isoDayOf(material.value.endsAt);
  if (leftMs <= 0) return wrong('TLS', `the certificate expired on ${day}; replace it`);
  const sentence = `the files match, and the certificate expires on ${day}`;
  if (leftMs > CERTIFICATE_WARNING_MS) return fine('TLS', sentence);
  return { kind: 'warning', subject: 'TLS', sentence: `${sentence}; renew it` };
}

/** Asks a publisher as a poll would, for no more than its newest document. */
async function examineUpstream(source: Source, http: HttpClient): Promise<Finding> {
  const subject = `upstream ${source.id}`;
  const today = isoDayOf(createClock(null).real());
  const answer: Documents =
    source.cadence === 'fixing'
      ? await source.fetch(http, { newestStoredOn: today, today })
      : await source.fetch(http);
  if (answer.ok) return fine(subject, 'it answers');
  return { kind: 'warning', subject, sentence: answer.error.sentence };
}

/** Notes how far the clocks of those that answer are from this machine's. */
function watchClock() {
  const clock = createClock(null);
  const offsetsMs: number[] = [];
  const client = createHttpClient({ clock, userAgent: USER_AGENT });
  const noting = <Answer extends HttpBody | NotModified>(result: HttpResult<Answer>): HttpResult<Answer> => {
    if (!result.ok || !('headers' in result.value)) return result;
    const atMs = Date.parse(result.value.headers['date'] ?? '');
    if (!Number.isNaN(atMs)) offsetsMs.push(clock.realMs() - atMs);
    return result;
  };
  const http: HttpClient = {
    get: async (url, options) => noting(await client.get(url, options)),
    getIfChanged: async (url, version, options) => noting(await client.getIfChanged(url, version, options)),
  };
  /** How far this machine is ahead of the one that agrees best; null when nobody told the time. */
  const nearestMs = () => offsetsMs.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? null;
  return { http, nearestMs };
}

function examineClock({ clockStartsAt }: Environment, aheadMs: number | null): Finding {
  if (clockStartsAt !== null) return fine('clock', 'CLOCK is set, and it is not compared');
  if (aheadMs === null) return fine('clock', 'no publisher answered, so it is not compared');
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return fine('clock', "it agrees with the publishers'");
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  return warning('clock', `it is ${seconds} s ${way} that of the publishers; set it right`);
}

function asRefusal(error: unknown): EnvironmentError {
  if (error instanceof EnvironmentError) return error;
  throw error;
}

function fine(subject: string, sentence: string): Finding {
  return { kind: 'ok', subject, sentence };
}

function warning(subject: string, sentence: string): Finding {
  return { kind: 'warning', subject, sentence };
}

function wrong(subject: string, sentence: string): Finding {
  return { kind: 'wrong', subject, sentence };
}
