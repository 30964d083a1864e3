import { XMLBuilder } from 'fast-xml-parser';
import type { FiredWatch } from '#lib/contract/watches';
import { crossingText, watchText } from '#lib/domain/series/watch-text';
import { namedUuid } from '#lib/platform/named-uuid';

/** What an account's feed is made of. */
export interface WatchFeedParts {
  /** Newest first. */
  readonly fired: readonly FiredWatch[];
  readonly accountId: string;
  /** This server's, without a slash at the end. */
  readonly origin: string;
  /** When the address was made, which stands for the last change before there was any. */
  readonly madeAt: Date;
}

const NAME = 'Crossrate';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  suppressEmptyNode: true,
  processEntities: true,
});

/**
 * The crossings as an Atom feed (RFC 4287), one entry each, which never changes. It does not name its own address, so that
 * passing on what it says does not pass on the right to read it.
 */
export function watchFeed({ fired, accountId, origin, madeAt }: WatchFeedParts): string {
  const page = `${origin}/account/watches`;
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    '@xml:lang': 'en',
    id: `urn:uuid:${namedUuid(`crossrate watches ${accountId}`)}`,
    title: `${NAME} watches`,
    updated: fired[0]?.at ?? madeAt.toISOString(),
    author: { name: NAME, uri: origin },
    generator: NAME,
    link: { '@rel': 'alternate', '@type': 'text/html', '@href': page },
    entry: fired.map((one) => entryOf(one, { accountId, origin })),
  };
  return `<?xml version="1.0" encoding="utf-8"?>\n${builder.build({ feed })}`;
}

function entryOf(one: FiredWatch, { accountId, origin }: Pick<WatchFeedParts, 'accountId' | 'origin'>) {
  const pair = { base: one.from, quote: one.to };
  return {
    id: `urn:uuid:${namedUuid(`crossrate crossing ${accountId} ${one.watchId} ${one.id}`)}`,
    title: watchText({ ...pair, rule: one.rule }),
    published: one.at,
    updated: one.at,
    link: {
      '@rel': 'alternate',
      '@type': 'text/html',
      '@href': `${origin}/charts/${one.from}/${one.to}`,
    },
    content: {
      '@type': 'text',
      '#': `${crossingText(pair, one)} Source ${one.source}, observed ${one.observedAt}, data version ${one.version}.`,
    },
  };
}
