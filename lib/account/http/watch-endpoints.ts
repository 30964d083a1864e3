import { randomUUID } from 'node:crypto';
import type { Done } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import {
  type AddedWatch,
  type FiredWatch,
  type LatelyFired,
  type Watches,
  WATCHES_MAX,
  type WatchRow,
} from '#lib/contract/watches';
import { DAY_MS } from '#lib/domain/durations';
import { isBeyond, watchedFigure, watchText } from '#lib/domain/series/pair-watch';
import type { PairWatch } from '#lib/store/accounts/pair-watches';
import { firedWatch } from '#lib/account/notify/webhook-message';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';

/** For how long crossings are shown, as long as they are kept; and on the first page. */
const SHOWN_MS = 90 * DAY_MS;
const LATELY_MS = DAY_MS;

/** What the account watches. */
export const WATCH_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'watches', ACCOUNT_SCHEMAS.nothing, listWatches),
  forSignedIn('GET', 'watches/lately', ACCOUNT_SCHEMAS.nothing, listLately),
  forSignedIn('POST', 'watches', ACCOUNT_SCHEMAS.newWatch, addWatch),
  forSignedIn('POST', 'watches/remove', ACCOUNT_SCHEMAS.named, removeWatch),
];

async function listWatches(request: SignedInRequest): AccountOutcome {
  const watches = await request.store.readPairWatches(request.who.accountId);
  const fired = await readFired(request, SHOWN_MS);
  return answered({ watches: watches.map(watchRow), fired } satisfies Watches);
}

async function listLately(request: SignedInRequest): AccountOutcome {
  return answered({ fired: await readFired(request, LATELY_MS) } satisfies LatelyFired);
}

async function readFired(
  { store, who, now }: SignedInRequest,
  agoMs: number,
): Promise<readonly FiredWatch[]> {
  const { accountId } = who;
  const crossings = await store.readCrossings({ accountId, sinceMs: now.getTime() - agoMs });
  return crossings.map((crossing) => ({ ...firedWatch(crossing.watch, crossing), id: String(crossing.id) }));
}

async function addWatch(request: SignedInRequest, wish: AccountBody<'newWatch'>): AccountOutcome {
  const { store, who, now, snapshot } = request;
  const { from: base, to: quote, rule } = wish;
  if (base === quote) return refused('invalid_parameter', 'Choose two different currencies.');
  const figure = watchedFigure(snapshot(), { base, quote });
  if (!figure) {
    const pair = `${base}/${quote}`;
    return refused('invalid_parameter', `There is no current rate for ${pair} here; choose another pair.`);
  }
  const watch: PairWatch = {
    id: randomUUID(),
    accountId: who.accountId,
    base,
    quote,
    rule,
    createdAtMs: now.getTime(),
    // What is so already is no crossing.
    isBeyond: isBeyond(rule, figure.rate),
  };
  const event = accountNote(request, who.accountId, 'watch-added', watchText(watch, rule));
  switch (await store.write.addPairWatch({ watch, ofAccountMax: WATCHES_MAX, event })) {
    case 'added':
      return answered({ watch: watchRow(watch) } satisfies AddedWatch);
    case 'account-full':
      return refused('too_many_watches', `An account has at most ${WATCHES_MAX} watches; remove one first.`);
    case 'service-full':
      return refused('too_many_watches', 'This service takes no more watches; ask its operator.');
  }
}

async function removeWatch(request: SignedInRequest, { id }: AccountBody<'named'>): AccountOutcome {
  const { store, who } = request;
  const own = (await store.readPairWatches(who.accountId)).find((watch) => watch.id === id);
  const event = own && accountNote(request, who.accountId, 'watch-removed', watchText(own, own.rule));
  if (!event || !(await store.write.removePairWatch({ id, event }))) {
    return refused('not_found', 'There is no such watch.');
  }
  return answered({ done: true } satisfies Done);
}

/** A watch as its owner sees it. */
export function watchRow({ id, base, quote, rule, createdAtMs, isBeyond }: PairWatch): WatchRow {
  return { id, from: base, to: quote, rule, createdAt: new Date(createdAtMs).toISOString(), isBeyond };
}
