/** What begins the address of every feed link; its secret follows. */
export const FEED_LINKS = '/v1/feed/';

/** Feed links an account may have. */
export const FEED_LINKS_MAX = 50;

/** The longest question of a feed link. */
export const FEED_QUESTION_LENGTH_MAX = 2000;

/** A feed link as its owner sees it: without its address, which is told once. */
export interface FeedLinkRow {
  readonly id: string;
  /** The path and parameters that it answers, always as CSV. */
  readonly question: string;
  readonly createdAt: string;
}

/** GET feed-links: the oldest first. */
export interface FeedLinks {
  readonly links: readonly FeedLinkRow[];
}

/** What making a feed link answers. */
export interface MadeFeedLink {
  readonly link: FeedLinkRow;
  /** Its address below this server's; told here only. */
  readonly path: string;
}
