import { randomUUID } from 'node:crypto';
import type { Done } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import { DAY_MS } from '#lib/domain/durations';
import { isBeyond, type PairWatch, WATCHES_MAX, watchText } from '#lib/domain/series/pair-watch';
import { watchedFigure } from '#lib/account/notify/keep-watches';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';
import { removeNamed } from './own-rows.ts';

/** For how long a crossing is shown on the first page. */
const LATELY_MS = DAY_MS;

/** What the account watches. */
export const WATCH_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'watches', ACCOUNT_SCHEMAS.nothing, listWatches),
  forSignedIn('GET', 'watches/lately', ACCOUNT_SCHEMAS.nothing, listLately),
  forSignedIn('POST', 'watches', ACCOUNT_SCHEMAS.newWatch, addWatch),
  forSignedIn('POST', 'watches/remove', ACCOUNT_SCHEMAS.named, removeWatch),
];

async function listWatches({ store, who }: SignedInRequest): AccountOutcome {
  return answered((await store.readPairWatches(who.accountId)) satisfies readonly PairWatch[]);
}

/** Those that crossed within a day, the last one first. */
async function listLately({ store, who, now }: SignedInRequest): AccountOutcome {
  const since = now.getTime() - LATELY_MS;
  const crossedAt = ({ crossed }: PairWatch) => (crossed ? Date.parse(crossed.at) : Number.NEGATIVE_INFINITY);
  const watches = await store.readPairWatches(who.accountId);
  const lately = watches.filter((watch) => crossedAt(watch) >= since);
  return answered(lately.toSorted((a, b) => crossedAt(b) - crossedAt(a)));
}

async function addWatch(request: SignedInRequest, wish: AccountBody<'newWatch'>): AccountOutcome {
  const { store, who, now, snapshot } = request;
  const { base, quote } = wish;
  if (base === quote) return refused('invalid_parameter', 'Choose two different currencies.');
  const figure = watchedFigure(snapshot(), wish);
  if (!figure) {
    const pair = `${base}/${quote}`;
    return refused('invalid_parameter', `There is no current rate for ${pair} here; choose another pair.`);
  }
  const added = await store.write.addPairWatch({
    watch: {
      ...wish,
      id: randomUUID(),
      createdAt: now.toISOString(),
      // What is so already is no crossing.
      isBeyond: isBeyond(wish.rule, figure.rate),
    },
    ofAccountMax: WATCHES_MAX,
    event: accountNote(request, who.accountId, 'watch-added', watchText(wish)),
  });
  switch (added) {
    case 'added':
      return answered({ done: true } satisfies Done);
    case 'account-full':
      return refused('too_many_watches', `An account has at most ${WATCHES_MAX} watches; remove one first.`);
    case 'service-full':
      return refused('too_many_watches', 'This service takes no more watches; ask its operator.');
  }
}

async function removeWatch(request: SignedInRequest, { id }: AccountBody<'named'>): AccountOutcome {
  const watches = await request.store.readPairWatches(request.who.accountId);
  const own = watches.find((watch) => watch.id === id);
  const detail = own && watchText(own);
  return removeNamed(request, { table: 'pair_watch', id, kind: 'watch-removed', detail, what: 'watch' });
}
