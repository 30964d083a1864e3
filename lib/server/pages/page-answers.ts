import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import Negotiator from 'negotiator';
import PQueue from 'p-queue';
import { limitedAs, type Sender } from '#lib/api/callers/peer-address';
import { pageHeaders } from '#lib/api/http/page-headers';
import { cookieIn } from '#lib/account/sign-in/cookies';
import { BANKS_COOKIE } from '#lib/client/rates/bank-lines';
import { CADENCE_COOKIE } from '#lib/client/rates/cadence';
import { FURTHER_COOKIE, PINS_COOKIE } from '#lib/client/rates/code-lists';
import { lastPairOf, PAIRS_COOKIE } from '#lib/client/rates/pair-cookie';
import { DEFAULT_LOCALE, LOCALE_COOKIE, type LocaleId, nearestLocale } from '#lib/format/numbers/locale';
import type { Reader } from '#lib/page-service';
import type { Service } from '#lib/service';
import { finishPage, type FinishedPage, type PageCoding } from './finished-page.ts';
import { ASKED_PATH_HEADER, READER_HEADER } from './inside-paths.ts';
import { NOTICES, type PageNotice } from './page-notices.ts';
import type { PageLink } from './page-link.ts';
import type { PageDrawings } from './page-drawings.ts';

/** What answering pages stands on. */
export interface PageAnswering {
  readonly started: Pick<Service, 'readerOf' | 'limits' | 'log'>;
  readonly child: Pick<PageLink, 'draw'>;
  readonly drawings: PageDrawings;
}

/** Answers a GET or HEAD of a page. */
export type AnswerPage = (
  request: IncomingMessage,
  response: ServerResponse,
  sender: Sender,
) => Promise<void>;

/** `/`, and what Next asks of it in its place when a link is followed. */
const ASKS_FIRST_PAGE = /^\/(?:\?_rsc=[^&]*)?$/;

/** By these a page is drawn in another way for somebody else; sessions are known by who reads it. */
const PAGE_COOKIES = [LOCALE_COOKIE, PINS_COOKIE, FURTHER_COOKIE, BANKS_COOKIE, CADENCE_COOKIE] as const;

/** By these Next tells a part of a page that it fetches itself from a whole one (its Vary header names them). */
const PART_HEADERS = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
] as const;

/**
 * A refused caller is told a second later: one that asks again at once would keep the process that answers everybody busy with
 * refusals.
 */
const REFUSED_AFTER_MS = 1_000;

/** Answers pages: from what was drawn a moment ago, or by having them drawn within bounds. */
export function createPageAnswers({ started, child, drawings }: PageAnswering): AnswerPage {
  const headOf = rememberHeads(process.env.NODE_ENV === 'development');
  // Readers come together, and a finished drawing has many: one is served in each turn of the loop, so that /v1 never waits for all.
  const turns = new PQueue({ concurrency: 1 });
  const turn = () => turns.add(() => setImmediate());
  const send = async (
    request: IncomingMessage,
    response: ServerResponse,
    page: FinishedPage,
    isEncrypted: boolean,
  ) => {
    const coding = codingOf(request, page);
    const body = await page.bodyIn(coding);
    await turn();
    if (response.destroyed) return;
    response.writeHead(page.status, headOf(page, { coding, isEncrypted, byteLength: body.byteLength }));
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const refuse = async (
    request: IncomingMessage,
    response: ServerResponse,
    notice: PageNotice,
    isEncrypted: boolean,
  ) => {
    await new Promise((resolve) => setTimeout(resolve, REFUSED_AFTER_MS));
    await send(request, response, notice, isEncrypted);
  };
  return async (request, response, sender) => {
    await turn();
    if (response.destroyed) return;
    const { isEncrypted } = sender;
    const network = limitedAs(sender);
    const verdict = started.limits.takePage(network);
    if (verdict !== null && verdict.retryAfterSeconds > 0) {
      started.limits.noteRefused('pages');
      return refuse(request, response, NOTICES.tooMany(verdict.retryAfterSeconds), isEncrypted);
    }
    const signal = hangUpOf(response);
    const reader = await started.readerOf(request.headers.cookie ?? null, isEncrypted);
    const headers = headersFor(request, sender, reader);
    const target = request.url ?? '/';
    const draw = async () => finishPage(await child.draw({ target, headers }));
    const outcome = await drawings.page({ key: keyOf(target, headers), network, signal }, draw);
    switch (outcome.kind) {
      case 'page':
        return send(request, response, outcome.page, isEncrypted);
      case 'busy':
        return refuse(request, response, NOTICES.busy, isEncrypted);
      case 'failed':
        return refuse(request, response, NOTICES.failed, isEncrypted);
      case 'gone':
        return;
      default:
        return outcome satisfies never;
    }
  };
}

/** How a page is sent to one of its readers. */
interface PageSending {
  readonly coding: PageCoding;
  readonly isEncrypted: boolean;
  readonly byteLength: number;
}

/** Makes the head of a page once for all readers whom it is sent to in the same way: names and values in turns. */
function rememberHeads(isDevelopment: boolean): (page: FinishedPage, sending: PageSending) => string[] {
  const heads = new WeakMap<FinishedPage, Map<string, string[]>>();
  return (page, { coding, isEncrypted, byteLength }) => {
    const ofPage = heads.get(page) ?? new Map<string, string[]>();
    heads.set(page, ofPage);
    const way = `${coding} ${isEncrypted}`;
    const known = ofPage.get(way);
    if (known) return known;
    const own = page.headers['vary'];
    const head = Object.entries({
      ...page.headers,
      ...pageHeaders({ inline: page.inline, isEncrypted, isDevelopment }),
      ...(page.codings.length > 1 && {
        vary: own === undefined ? 'Accept-Encoding' : `${own}, Accept-Encoding`,
      }),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
      'content-length': String(byteLength),
    }).flat();
    ofPage.set(way, head);
    return head;
  };
}

/** Aborts when the reader hangs up before the page was sent. */
function hangUpOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** What the page is drawn by, and nothing else of what was sent. */
function headersFor(
  request: IncomingMessage,
  { isEncrypted }: Sender,
  reader: Reader,
): Record<string, string> {
  const { headers, url } = request;
  const locale = localeOfBrowser(request);
  const cookies = PAGE_COOKIES.flatMap((name) => {
    const value = cookieIn(headers.cookie ?? null, name) ?? (name === LOCALE_COOKIE ? locale : null);
    return value === null ? [] : [`${name}=${value}`];
  });
  // The first page leads on to the last pair; others are the same whatever was converted before.
  const last = ASKS_FIRST_PAGE.test(url ?? '/')
    ? lastPairOf(cookieIn(headers.cookie ?? null, PAIRS_COOKIE))
    : null;
  if (last !== null) cookies.push(`${PAIRS_COOKIE}=${last}`);
  const parts = PART_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    ...Object.fromEntries(parts),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
    host: headers.host ?? 'localhost',
    'x-forwarded-host': headers.host ?? 'localhost',
    'x-forwarded-proto': isEncrypted ? 'https' : 'http',
    [READER_HEADER]: reader,
    [ASKED_PATH_HEADER]: url?.split('?', 1)[0] ?? '',
  };
}

/** How the browser's language writes figures, until the visitor chooses; null for the default. */
function localeOfBrowser(request: IncomingMessage): LocaleId | null {
  const nearest = nearestLocale(new Negotiator(request).languages());
  return nearest === DEFAULT_LOCALE ? null : nearest;
}

function keyOf(target: string, headers: Readonly<Record<string, string>>): string {
  return createHash('sha256')
    .update(JSON.stringify([target, headers]))
    .digest('base64');
}

function codingOf(request: IncomingMessage, { codings }: FinishedPage) {
  const taken = new Negotiator(request).encodings([...codings]);
  return codings.find((coding) => taken.includes(coding)) ?? 'identity';
}
