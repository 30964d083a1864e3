import { connect } from 'node:net';
import { ask, type LoadAnswer } from '#lib/testing/long/paced-load';

/** People who read pages, and people who ask for them and go away. */
export interface PageCrowd {
  /** Requests that were hung up before their answer. */
  readonly hungUp: () => number;
  readonly stop: () => Promise<void>;
}

/** What a crowd needs. */
export interface PageCrowdSettings {
  readonly port: () => number;
  readonly readers: number;
  /** Between two pages of a reader, in ms. */
  readonly pauseMs: number;
  /** Requests a second that are sent and hung up. */
  readonly hangUpsPerSecond: number;
  readonly onAnswer: (answer: LoadAnswer) => void;
  /** The pages that are read, in turn; all of them unless some are named. */
  readonly pages?: readonly string[];
}

/** Every page that does not need an account. */
const PAGES: readonly string[] = ['/', '/rates', '/charts/EUR/USD', '/status', '/docs'];

/** Readers come from an address each. */
const READERS_FROM = '127.0.11.';
const HANGING_UP_FROM = '127.0.12.1';
const HANG_UP_MS_MAX = 60;

/** Starts a crowd that reads and hangs up until it is stopped. */
export function startPageCrowd(settings: PageCrowdSettings): PageCrowd {
  const { port, readers, pauseMs, hangUpsPerSecond, onAnswer, pages = PAGES } = settings;
  let isOver = false;
  let hungUp = 0;
  const read = async (reader: number) => {
    for (let index = reader; !isOver; index += 1) {
      const path = pages[index % pages.length] ?? '/';
      const next = () => ({ path, headers: { 'Accept-Encoding': 'gzip', 'Accept-Language': 'en' } });
      onAnswer(await ask({ port, next, localAddress: `${READERS_FROM}${1 + (reader % 250)}` }));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const reading = Array.from({ length: readers }, (_, reader) => read(reader));
  const timer =
    hangUpsPerSecond > 0
      ? setInterval(() => {
          hungUp += 1;
          hangUp(port(), pages[hungUp % pages.length] ?? '/', hungUp % HANG_UP_MS_MAX);
        }, 1000 / hangUpsPerSecond)
      : undefined;
  return {
    hungUp: () => hungUp,
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await Promise.all(reading);
    },
  };
}

/** Asks for a page and goes away so many ms later. */
export function hangUp(port: number, path: string, afterMs: number): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: HANGING_UP_FROM }, () => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    setTimeout(() => socket.destroy(), afterMs);
  });
  socket.on('error', () => {});
}
