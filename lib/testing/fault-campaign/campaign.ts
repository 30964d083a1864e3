import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '#lib/domain/durations';
import { createHttpClient, type HttpClient } from '#lib/platform/http-client';
import { createSources } from '#lib/sources/create-sources';
import type { Source } from '#lib/sources/source';
import { type FixedClock, fixedClock } from '#lib/testing/builders/fixed-clock';
import {
  type Fault,
  isSimulatedSource,
  type PolledSourceId,
  SIMULATED_SOURCES,
} from '#lib/testing/simulated-upstreams/faults/faults';
import { type FaultyServer, startFaultyServer } from '#lib/testing/simulated-upstreams/faults/faulty-server';
import type { Publisher } from '#lib/testing/simulated-upstreams/publisher';
import { createSimulatedRates, type SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import { createPublisher } from './campaign-publisher.ts';
import { type CampaignWorld, openCampaignWorld } from './campaign-world.ts';
import { createDirectHttp } from './direct-http.ts';
import { createHostilePublisher, type HostilePublisher } from './hostile-publisher.ts';
import { targetsOf } from './lie-targets.ts';
import type { Mischief } from './mischief.ts';
import { createPublishedTruth, type PublishedTruth, withShortHistory } from './published-truth.ts';

/** Sources that go on as usual, so that there is something to compare with. */
export const COMPANIONS: readonly PolledSourceId[] = ['ecb', 'boe', 'web-finance'];

/** A Thursday afternoon on which every publisher has published and every market is open. */
export const CAMPAIGN_START = new Date('2026-11-19T16:30:00Z');

/** All publishers, healthy and otherwise, and the truth; scenarios share it one after another. */
export interface Campaign {
  readonly clock: FixedClock;
  readonly truth: PublishedTruth;
  /** Makes a publisher do something wrong, or right again with null. */
  readonly afflict: (id: PolledSourceId, mischief: Mischief | null) => Promise<void>;
  /** Tells the publisher that the service is about to ask. */
  readonly countPoll: (id: PolledSourceId) => void;
  /** A folder with the database of a service that has run for a while in health. */
  readonly copyTemplate: () => string;
  /** A folder without a database. */
  readonly emptyFolder: () => string;
  /** Starts a process on a folder; `tested` is asked over HTTP, the others are healthy. */
  readonly open: (dataDir: string, tested: PolledSourceId) => Promise<CampaignWorld>;
  /** The address of the publisher that may be afflicted. */
  readonly addressOf: (id: PolledSourceId) => URL;
  /** How long the publisher under test is waited for: not at all long where it is known to be silent. */
  readonly patienceMs: () => number;
  readonly directHttp: HttpClient;
  readonly healthySource: (id: PolledSourceId) => Source;
  readonly close: () => Promise<void>;
}

/** A publisher of this machine answers in milliseconds; one that is known to be silent is given up at once. */
const LIMITS = {
  connectMs: 5_000,
  firstByteMs: 5_000,
  totalMs: 8_000,
  bulkTotalMs: 20_000,
  backoffMs: 1,
  tries: 1,
  unpackedBytesMax: 8 * 2 ** 20,
};
const SILENT_LIMITS = { ...LIMITS, firstByteMs: 60, totalMs: 80, bulkTotalMs: 80 };
const SILENT: readonly Fault[] = ['hang', 'drip'];

/** Starts hostile publishers of the tested sources, and makes the template; the caller closes it. */
export async function openCampaign(tested: readonly PolledSourceId[]): Promise<Campaign> {
  const clock = fixedClock(CAMPAIGN_START.toISOString());
  const rates = createSimulatedRates(1);
  const healthy = new Map(SIMULATED_SOURCES.map((id) => [id, createPublisher(id, rates)]));
  const directHttp = createDirectHttp({
    clock,
    noise: rates.noise,
    publisherAt: (hostname) => publisherAt(healthy, hostname),
  });
  const healthySources = sourcesAt((id) => new URL(`http://${id}.healthy/`));
  const healthySource = (id: PolledSourceId) => sourceOf(healthySources, id);
  const truth = createPublishedTruth(directHttp, clock);
  const servers = await startHostileServers(tested, { clock, rates, truth, healthySource });
  const serverOf = (id: PolledSourceId) => presentOf(servers.get(id), id);
  let silent = false;
  const root = mkdtempSync(join(tmpdir(), 'crossrate-campaign-'));
  const http = chooseHttp(directHttp, clock, () => silent);
  const open: Campaign['open'] = (dataDir, tested) =>
    openCampaignWorld({
      dataDir,
      clock,
      http,
      sources: sourcesAt((id) =>
        id === tested ? new URL(serverOf(tested).server.url) : new URL(`http://${id}.healthy/`),
      ),
    });
  const template = join(root, 'template');
  mkdirSync(template);
  const first = await openCampaignWorld({ dataDir: template, clock, http, sources: healthySources });
  await fillTemplate(first, [...new Set([...COMPANIONS, ...tested])], { clock, truth });
  const emptyFolder = () => mkdtempSync(join(root, 'folder-'));
  return {
    clock,
    truth,
    directHttp,
    healthySource,
    open,
    patienceMs: () => (silent ? SILENT_LIMITS : LIMITS).totalMs,
    addressOf: (id) => new URL(serverOf(id).server.url),
    afflict: async (id, mischief) => {
      const { server, publisher } = serverOf(id);
      const fault = mischief?.fault ?? null;
      publisher.bendBy(mischief?.bend ?? null);
      silent = fault !== null && SILENT.includes(fault);
      await server.setFault(fault);
    },
    countPoll: (id) => serverOf(id).publisher.countPoll(),
    copyTemplate: () => {
      const folder = emptyFolder();
      cpSync(template, folder, { recursive: true });
      return folder;
    },
    emptyFolder,
    close: async () => {
      for (const { server } of servers.values()) await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function publisherAt(healthy: ReadonlyMap<PolledSourceId, Publisher>, hostname: string): Publisher {
  const id = hostname.replace('.healthy', '');
  return presentOf(isSimulatedSource(id) ? healthy.get(id) : undefined, id);
}

function presentOf<T>(found: T | undefined, id: string): T {
  if (found === undefined) throw new Error(`${id} is not part of this campaign.`);
  return found;
}

/** Publishers of `.healthy` are asked directly, those of this machine over HTTP. */
function chooseHttp(direct: HttpClient, clock: FixedClock, isSilent: () => boolean): HttpClient {
  const clientOf = (limits: typeof LIMITS) =>
    createHttpClient({ clock, userAgent: 'Crossrate test', limits });
  const [patient, impatient] = [clientOf(LIMITS), clientOf(SILENT_LIMITS)];
  const choose = (url: string) =>
    new URL(url).hostname.endsWith('.healthy') ? direct : isSilent() ? impatient : patient;
  return {
    get: (url, options) => choose(url).get(url, options),
    getIfChanged: (url, version, options) => choose(url).getIfChanged(url, version, options),
  };
}

function sourcesAt(upstream: (id: PolledSourceId) => URL): readonly Source[] {
  return createSources({
    upstream: (id) => upstream(id),
    exchange: 'kraken',
  }).map(withShortHistory);
}

function sourceOf(sources: readonly Source[], id: PolledSourceId): Source {
  return presentOf(
    sources.find((source) => source.id === id),
    id,
  );
}

interface HostileServer {
  readonly server: FaultyServer;
  readonly publisher: HostilePublisher;
}

interface Health extends Pick<Campaign, 'clock' | 'truth' | 'healthySource'> {
  readonly rates: SimulatedRates;
}

async function startHostileServers(
  tested: readonly PolledSourceId[],
  { clock, rates, truth, healthySource }: Health,
): Promise<ReadonlyMap<PolledSourceId, HostileServer>> {
  const servers = new Map<PolledSourceId, HostileServer>();
  for (const id of tested) {
    const publisher = createHostilePublisher({
      rates,
      now: clock.service,
      source: healthySource(id),
      targets: () => targetsOf(truth, id),
    });
    const server = await startFaultyServer(publisher, { now: clock.service, noise: rates.noise });
    servers.set(id, { server, publisher });
  }
  return servers;
}

/** Ran since the day before, with history, and polled a few times. */
async function fillTemplate(
  world: CampaignWorld,
  sources: readonly PolledSourceId[],
  { clock, truth }: Pick<Campaign, 'clock' | 'truth'>,
): Promise<void> {
  const startMs = CAMPAIGN_START.getTime();
  for (const [index, backMs] of [DAY_MS, 3_600_000, 0].entries()) {
    clock.moveTo(new Date(startMs - backMs));
    for (const id of sources) {
      await truth.note(world.source(id));
      await world.poll(id);
      if (index === 1) await world.backfill(id);
    }
  }
  await world.close();
}
