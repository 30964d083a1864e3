import { expect } from 'vitest';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { createSentAgain } from '#lib/api/sent-again';
import { asBody, fieldsOf } from '#lib/api/http/respond';
import type { Service } from '#lib/service';
import type { ServiceDispatch } from './service-bench.ts';

/** A dispatch that asks twice, and how many second answers were sent without asking the route again. */
export interface RepeatingDispatch {
  readonly dispatch: ServiceDispatch;
  readonly keptCount: () => number;
}

const HERE: OutsideCaller = {
  kind: 'outside',
  network: '127.0.0.1',
  isEncrypted: false,
  ownOrigin: null,
};

/** What each answer has of its own. */
const OF_ITS_OWN = ['x-request-id', 'ratelimit'];

/**
 * Our own server's listener: what `first` answered is asked for again of the answers that were made before, and must be the same in
 * status, headers and body.
 */
export function openRepeatingDispatch(first: ServiceDispatch): RepeatingDispatch {
  let count = 0;
  const finders = new WeakMap<Service, ReturnType<typeof createSentAgain>>();
  return {
    keptCount: () => count,
    dispatch: async (service, request) => {
      const response = await first(service, request);
      if (request.method !== 'GET') return response;
      const find = finders.get(service) ?? createSentAgain(service);
      finders.set(service, find);
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      const kept = find({ target: pathname + search, headers, caller: HERE });
      if (!kept) return response;
      count += 1;
      const repeated = new Response(kept.body === null ? null : asBody(kept.body), {
        status: kept.status,
        headers: fieldsOf(kept.head),
      });
      expect([repeated.status, headersOf(repeated)]).toEqual([response.status, headersOf(response)]);
      expect(await repeated.clone().text()).toBe(await response.text());
      return repeated;
    },
  };
}

function headersOf({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_ITS_OWN.includes(name)));
}
