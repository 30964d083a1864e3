import { randomUUID } from 'node:crypto';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import {
  FEED_LINKS,
  FEED_LINKS_MAX,
  type FeedLinkRow,
  type FeedLinks,
  type MadeFeedLink,
} from '#lib/contract/feed-links';
import type { FeedLink } from '#lib/store/accounts/feed-links';
import { mintToken } from '#lib/account/secrets/one-time-token';
import { answered, refused } from './answers.ts';
import { accountNote } from './audit-notes.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';
import { removeNamed } from './own-rows.ts';

/** The account's feed links: each answers one question to those who have its address. */
export const FEED_LINK_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'feed-links', ACCOUNT_SCHEMAS.nothing, listFeedLinks),
  forSignedIn('POST', 'feed-links', ACCOUNT_SCHEMAS.newFeedLink, makeFeedLink),
  forSignedIn('POST', 'feed-links/revoke', ACCOUNT_SCHEMAS.named, revokeFeedLink),
];

/** A feed link as its owner sees it. */
export function feedLinkRow({ id, question, createdAtMs }: FeedLink): FeedLinkRow {
  return { id, question, createdAt: new Date(createdAtMs).toISOString() };
}

async function listFeedLinks({ store, who }: SignedInRequest): AccountOutcome {
  const links = await store.readFeedLinks(who.accountId);
  return answered({ links: links.map(feedLinkRow) } satisfies FeedLinks);
}

async function makeFeedLink(request: SignedInRequest, wish: AccountBody<'newFeedLink'>): AccountOutcome {
  const { store, who, now, readQuestion } = request;
  const question = readQuestion(wish.question);
  if (!question.ok) return refused('invalid_parameter', question.error);
  const { text, hash } = mintToken();
  const link: FeedLink = {
    id: randomUUID(),
    accountId: who.accountId,
    question: question.value,
    createdAtMs: now.getTime(),
  };
  const event = accountNote(request, who.accountId, 'feed-link-made', link.question);
  const added = await store.write.addFeedLink({ link, hash, ofAccountMax: FEED_LINKS_MAX, event });
  if (added === 'account-full') {
    return refused(
      'too_many_feed_links',
      `An account has at most ${FEED_LINKS_MAX} feed links; revoke one first.`,
    );
  }
  return answered({ link: feedLinkRow(link), path: `${FEED_LINKS}${text}` } satisfies MadeFeedLink);
}

async function revokeFeedLink(request: SignedInRequest, { id }: AccountBody<'named'>): AccountOutcome {
  const links = await request.store.readFeedLinks(request.who.accountId);
  const detail = links.find((link) => link.id === id)?.question;
  return removeNamed(request, {
    table: 'feed_link',
    id,
    kind: 'feed-link-revoked',
    detail,
    what: 'feed link',
  });
}
