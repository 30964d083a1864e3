import { once } from 'node:events';
import { Agent } from 'node:http';
import type { Health } from '#lib/domain/health/source-health';
import type { Clock } from '#lib/platform/clock';
import { askSocket, type SocketAnswer } from '#lib/platform/ask-socket';
import { ALIVE_PATH, FIGURES_SOCKET_HEADER } from './inside-paths.ts';

/** What is asked of the process that draws pages. */
export interface AskedPage {
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the process that draws pages is doing. */
export interface PagesHealth {
  readonly status: Health;
  /** How long it took to answer when it was last asked whether it does, in ms. */
  readonly latencyMs: number;
  readonly lastCheckedAt: Date;
}

/** The process that draws pages, as one that answers sees it. */
export interface PageLink {
  /** Waits while the process is being started; rejects when it ends meanwhile or takes longer than {@link DRAWN_MS}. */
  readonly draw: (asked: AskedPage) => Promise<SocketAnswer>;
  readonly health: () => PagesHealth;
  readonly stop: () => void;
}

/** The sockets over which the two processes talk. */
export interface PageSockets {
  /** Where the answering process gives figures. */
  readonly inside: string;
  /** Where pages are drawn. */
  readonly pages: string;
}

/** What a link stands on. */
export interface PageLinkSetup {
  readonly sockets: PageSockets;
  readonly clock: Clock;
  /** Resolves once the process of now listens; another promise for each process. */
  readonly ready: () => Promise<unknown>;
  /** Hears of each check, whether the process of then answered. */
  readonly onChecked: (isAnswering: boolean) => void;
}

/** The link of the process that keeps the drawing one, which knows of its ends before the next check. */
export interface NotedPageLink extends PageLink {
  readonly note: (status: Health, latencyMs: number) => void;
}

/** The longest that a page may take with the start of its process, in ms; a page that is being developed is compiled first. */
const DRAWN_MS = { built: 20_000, developed: 600_000 };

const CHECK_MS = 5_000;

/** Asks the process every few seconds whether it answers, until it is stopped. */
export function openPageLink({ sockets, clock, ready, onChecked }: PageLinkSetup): NotedPageLink {
  const drawnMs = process.env.NODE_ENV === 'development' ? DRAWN_MS.developed : DRAWN_MS.built;
  const agent = new Agent({ keepAlive: true });
  const ask = ({ target, headers }: AskedPage, signal: AbortSignal): Promise<SocketAnswer> =>
    askSocket({
      socketPath: sockets.pages,
      path: target,
      headers: { ...headers, [FIGURES_SOCKET_HEADER]: sockets.inside },
      agent,
      signal,
    });
  let health: PagesHealth = { status: 'outage', latencyMs: 0, lastCheckedAt: clock.service() };
  const note = (status: Health, latencyMs: number) => {
    health = { status, latencyMs, lastCheckedAt: clock.service() };
  };
  const check = async () => {
    const asked = ready();
    const askedMs = performance.now();
    const isAnswering = await asked
      .then(() => ask({ target: ALIVE_PATH, headers: {} }, AbortSignal.timeout(CHECK_MS)))
      .then(
        () => true,
        () => false,
      );
    if (asked !== ready()) return;
    note(isAnswering ? 'operational' : 'outage', Math.round(performance.now() - askedMs));
    onChecked(isAnswering);
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  return {
    draw: async (asked) => {
      // One time for both: a reader who waits for the start has so much less for the drawing.
      const signal = AbortSignal.timeout(drawnMs);
      await Promise.race([ready(), tooLate(signal)]);
      return ask(asked, signal);
    },
    health: () => health,
    note,
    stop: () => {
      clearInterval(timer);
      agent.destroy();
    },
  };
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new Error('the process that draws pages has not started yet');
}
