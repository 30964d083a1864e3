import type { IncomingHttpHeaders } from 'node:http';
import type { VerifiedKey } from '#lib/account/keys/key-table';
import { wantsCsv } from './http/accept.ts';
import { codingFor } from './http/accept-encoding.ts';
import { admitAtOnce } from '#lib/api/limits/admission';
import type { Admission } from '#lib/api/limits/admitted';
import type { EndpointAccess } from './answer.ts';
import type { ApiService } from './api-service.ts';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { createRequestIds } from './http/request-id.ts';
import { type ReadyAnswer, readyAnswer } from './http/respond.ts';

/** A GET request as node:http read it. */
export interface SentAgainRequest {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly caller: OutsideCaller;
}

/**
 * Answers again what a route function has answered before, in the same words, before any Request is made of what came over the
 * wire: most requests repeat a question. Null where the route function is to be asked: then nothing was counted.
 */
export function createSentAgain(service: ApiService): (request: SentAgainRequest) => ReadyAnswer | null {
  const requestIdOf = createRequestIds();
  return ({ target, headers, caller }) => {
    // Whoever prefers something may be answered otherwise, and must be told.
    if (headers.prefer !== undefined || wantsCsv(headers.accept)) return null;
    const question = service.answers.questionOf(target.includes('?') ? target : `${target}?`);
    if (!question) return null;
    const key = headers['x-api-key'];
    const found = typeof key === 'string' ? service.keys.find(key, service.clock.realMs()) : 'unknown';
    const verified = typeof found === 'string' ? null : found;
    if (verified === null && question.access === 'keyed') return null;
    const snapshot = service.snapshot();
    const view = service.views.viewOf(snapshot, allowedOf(verified, question.access));
    const kept = service.answers.find(view, question);
    const chosen = kept?.inCoding(codingFor(headers['accept-encoding'] ?? null));
    if (!kept || !chosen || chosen instanceof Promise) return null;
    const admitted = admitAtOnce(service, question.access, verified, caller);
    if (!admitted) return null;
    const sending = {
      requestId: requestIdOf(),
      withBody: true,
      isEncrypted: caller.isEncrypted,
      limit: admitted.limit,
      access: question.access,
      acceptEncoding: null,
      ifNoneMatch: headers['if-none-match'] ?? null,
    };
    return readyAnswer(kept, chosen, sending, snapshot.version);
  };
}

/** What is public is the same for everybody. */
function allowedOf(verified: VerifiedKey | null, access: EndpointAccess): Admission['allowedSources'] {
  return access === 'public' ? null : (verified?.allowedSources ?? null);
}
