import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { watchClearKeys } from '#lib/api/callers/clear-keys';
import { bearerOf, holdsKey, KEY_IN_ADDRESS } from '#lib/api/callers/key-places';
import { fileHeaders } from '#lib/api/http/page-headers';
import { directSender, limitedAs, type Sender } from '#lib/api/callers/peer-address';
import { asksForItself, type Entrance, type Passage, passTransport } from '#lib/api/callers/transport';
import { type ApiError, INTERNAL_ERROR } from '#lib/contract/errors';
import type { Service } from '#lib/service';
import { createApiAnswers } from './answer-api.ts';
import { isDispatched, isOfApi } from './api-routes.ts';
import { answerMetrics, METRICS_PATH } from './metrics-answer.ts';
import type { Draining } from './drain.ts';
import type { AnswerPage } from '#lib/server/pages/page-answers';
import { onceEvery } from './once-every.ts';
import { answerProbe, isProbe, readinessOf } from './readiness.ts';
import { BAD_REQUEST, type Refusals, sendElsewhere } from './refuse-request.ts';
import { hostError, isReading, toOriginForm } from './request-target.ts';
import { type AnswerPath, timeAnswers } from './request-timing.ts';
import type { StaticFiles } from './static-files.ts';
import { targetPath } from './target-path.ts';

/** What answering stands on. */
export interface Answering {
  readonly started: Service;
  readonly refusals: Refusals;
  readonly answerPage: AnswerPage;
  readonly files: StaticFiles;
  readonly draining: Draining;
}

/** Answers the requests of a listener: those that may not come this way are refused before anybody looks further. */
export type AnswerBy = (entrance: Entrance) => RequestListener;

/** An operator need not read more often why requests are refused and what to set. */
const SAME_ADVICE_MS = 3_600_000;

/** Makes listeners' answers, and counts how long each takes. */
export function createAnswers(answering: Answering): AnswerBy {
  const answerAt = createPathAnswers(answering);
  return (entrance) => {
    const answer = timeAnswers(answering.started.requestTimes, answering.files, answerAt(entrance));
    return (request, response) => {
      toOriginForm(request);
      answer(request, response, targetPath(request.url ?? '/'));
    };
  };
}

function createPathAnswers({
  started,
  refusals,
  answerPage,
  files,
  draining,
}: Answering): (entrance: Entrance) => AnswerPath {
  const { sendError } = refusals;
  const { isSimulated } = started.environment;
  const peerOf = rememberPeers();
  const answerApi = createApiAnswers(started, refusals);
  const isDue = onceEvery(SAME_ADVICE_MS);
  const advise = (advice: string) => {
    if (isDue(advice)) started.log.warn(advice);
  };
  const refuse = createRefuse(started, sendError, advise);
  const readiness = () => readinessOf({ ...started, isDraining: draining.isOn });
  const answerOther = (request: IncomingMessage, response: ServerResponse, path: string, sender: Sender) => {
    const { isEncrypted } = sender;
    if (!isReading(request)) {
      if (request.headers['next-action'] !== undefined) advise(NO_ACTIONS);
      return sendError(request, response, { error: PAGES_ARE_READ, isEncrypted });
    }
    if (files.has(path)) {
      for (const [name, value] of Object.entries(fileHeaders(isEncrypted))) response.setHeader(name, value);
      return files.send(request, response);
    }
    answerPage(request, response, sender).catch((error: unknown) => {
      started.log.error({ err: error }, 'a page could not be answered');
      if (response.headersSent) response.destroy();
      else sendError(request, response, { error: INTERNAL_ERROR, isEncrypted });
    });
  };
  return (entrance) => (request, response, path) => {
    if (isProbe(path)) return answerProbe({ path, request, response }, readiness, sendError);
    const unclearHost = hostError(request);
    if (unclearHost) return sendError(request, response, { error: unclearHost, isEncrypted: false });
    const peer = peerOf(request.socket, entrance);
    const passage = passTransport(entrance, peer.sender, request.headers);
    if (path === METRICS_PATH && asksForItself(entrance, peer.sender, request.headers)) {
      void answerMetrics(started, request, response, { sender: peer.sender, isDirect: false });
      return;
    }
    if (passage.kind !== 'open') return refuse(request, response, passage);
    const { sender } = passage;
    if (isSimulated) response.setHeader('X-Simulated', 'true');
    if (path === METRICS_PATH) {
      const asker = { sender, isDirect: sender === peer.sender };
      void answerMetrics(started, request, response, asker);
      return;
    }
    if (isDispatched(path, request.method)) {
      const caller = sender === peer.sender ? peer.caller : callerFor(sender, entrance);
      return answerApi(request, response, caller);
    }
    const error = pageError(path, request.url ?? '/');
    if (error) return sendError(request, response, { error, isEncrypted: sender.isEncrypted });
    return answerOther(request, response, path ?? '/', sender);
  };
}

/** A connection's own sender, and the same as handlers know it. */
interface Peer {
  readonly sender: Sender;
  readonly caller: OutsideCaller;
}

/** Each connection is looked at once. */
function rememberPeers(): (socket: Socket, entrance: Entrance | null) => Peer {
  const peers = new WeakMap<Socket, Peer>();
  return (socket, entrance) => {
    const known = peers.get(socket);
    if (known) return known;
    const { remoteAddress } = socket;
    const sender = directSender({ remoteAddress, isEncrypted: socket instanceof TLSSocket });
    const peer = { sender, caller: callerFor(sender, entrance) };
    peers.set(socket, peer);
    return peer;
  };
}

function callerFor(sender: Sender, entrance: Entrance | null): OutsideCaller {
  return {
    kind: 'outside',
    network: limitedAs(sender),
    isEncrypted: sender.isEncrypted,
    ownOrigin: entrance?.kind === 'open' ? (entrance.publicUrl?.origin ?? null) : null,
  };
}

/**
 * Pages are read; whatever changes something is an address of the account's own. Which addresses have a page, the process that
 * draws them knows alone, so that this is also said where there is none.
 */
const PAGES_ARE_READ: ApiError = {
  code: 'method_not_allowed',
  message: 'Pages are read-only: use GET or HEAD.',
  headers: { Allow: 'GET, HEAD' },
};

/** Programs that look for holes send it to whatever is built with the same framework. */
const NO_ACTIONS = 'a request with a Next-Action header was refused; this service has no server actions';

type Refused = Exclude<Passage, { kind: 'open' }>;

/** /v1 is never redirected: a client that follows would send its key in clear each time. */
function createRefuse(started: Service, sendError: Refusals['sendError'], advise: (advice: string) => void) {
  const noteClearKey = watchClearKeys(started);
  return (request: IncomingMessage, response: ServerResponse, passage: Refused): void => {
    const { clearSender, advice } = passage;
    const { 'x-api-key': key, authorization } = request.headers;
    if (clearSender) noteClearKey(key ?? bearerOf(authorization), clearSender);
    if (advice !== null) advise(advice);
    const target = request.url ?? '/';
    const path = targetPath(target);
    const isPage = path !== null && !isOfApi(path) && pageError(path, target) === null;
    if (passage.kind === 'elsewhere' && isReading(request) && isPage) {
      return sendElsewhere(response, passage.origin, target);
    }
    return sendError(request, response, { error: passage.error, isEncrypted: false });
  };
}

/** Why no page can be at an address; Next answers 500 to one with half an escape. */
function pageError(path: string | null, target: string) {
  if (path === null) return BAD_REQUEST;
  try {
    decodeURIComponent(path);
  } catch {
    return BAD_REQUEST;
  }
  return holdsKey(looselyDecoded(target)) ? KEY_IN_ADDRESS : null;
}

/** With every escape undone that is one; what is none stays as it is. */
function looselyDecoded(target: string): string {
  return target.replaceAll(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape));
}
