import { randomUUID } from 'node:crypto';
import type { Done } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import { type AddedWatch, type LatelyFired, type Watches, WATCHES_MAX } from '#lib/contract/watches';
import { DAY_MS } from '#lib/domain/durations';
import { watchText } from '#lib/domain/series/watch-text';
import type { PairWatch } from '#lib/store/watches/pair-watches';
import { FIRED_SHOWN_MS, readWatched, watchRow } from '#lib/account/watches/watch-rows';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';

const LATELY_MS = DAY_MS;

/** What the account watches. */
export const WATCH_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'watches', ACCOUNT_SCHEMAS.nothing, listWatches),
  forSignedIn('GET', 'watches/lately', ACCOUNT_SCHEMAS.nothing, listLately),
  forSignedIn('POST', 'watches', ACCOUNT_SCHEMAS.newWatch, addWatch),
  forSignedIn('POST', 'watches/remove', ACCOUNT_SCHEMAS.named, removeWatch),
];

async function listWatches(request: SignedInRequest): AccountOutcome {
  const { store, who, now } = request;
  const { watches, fired } = await readWatched(store, who.accountId, now.getTime() - FIRED_SHOWN_MS);
  return answered({ watches: watches.map(watchRow), fired } satisfies Watches);
}

async function listLately({ store, who, now }: SignedInRequest): AccountOutcome {
  const { fired } = await readWatched(store, who.accountId, now.getTime() - LATELY_MS);
  return answered({ fired } satisfies LatelyFired);
}

async function addWatch(request: SignedInRequest, wish: AccountBody<'newWatch'>): AccountOutcome {
  const { store, who, now, watches } = request;
  const watched = { base: wish.from, quote: wish.to, rule: wish.rule };
  const name = `${watched.base}/${watched.quote}`;
  if (watched.base === watched.quote) {
    return refused('invalid_parameter', 'Choose two different currencies.');
  }
  const found = await watches.lookAt(watched, watches.snapshot());
  if (!found) {
    return refused('invalid_parameter', `There is no current rate for ${name} here; choose another pair.`);
  }
  const watch: PairWatch = {
    ...watched,
    id: randomUUID(),
    accountId: who.accountId,
    createdAtMs: now.getTime(),
    // What is so already is no crossing.
    isBeyond: found.reading?.isBeyond ?? null,
  };
  const event = accountNote(request, who.accountId, 'watch-added', watchText(watched));
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
  const event = own && accountNote(request, who.accountId, 'watch-removed', watchText(own));
  if (!event || !(await store.write.removePairWatch({ id, event }))) {
    return refused('not_found', 'There is no such watch.');
  }
  return answered({ done: true } satisfies Done);
}
