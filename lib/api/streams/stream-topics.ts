import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SnapshotView } from '#lib/api/callers/allowed-sources';
import { eventOf, type PairNews, pairNews } from './pair-news.ts';

/** A pair as all see it who ask the same source and may read the same sources. */
export interface StreamTopic {
  readonly name: string;
  readonly pair: Pair;
  readonly source: SourceChoice;
  /** Null until it is first told. */
  news: PairNews | null;
  /** The version that the news are of. */
  version: string;
  readers: number;
}

/** What somebody reads, and what was told of it. */
export interface ToldTopics {
  readonly topics: readonly StreamTopic[];
  /** The digest of what the reader has of each; empty where it has nothing that is known. */
  readonly digests: string[];
}

/** The topics of all readers, each made once. */
export interface StreamTopics {
  /** Begins to read pairs; `known` are digests of what the reader has already. */
  readonly take: (
    wanted: { readonly pairs: readonly Pair[]; readonly source: SourceChoice },
    view: SnapshotView,
    known: ReadonlySet<string>,
  ) => ToldTopics;
  readonly drop: (told: ToldTopics) => void;
}

/** Topics without a reader. */
export function createStreamTopics(): StreamTopics {
  const byName = new Map<string, StreamTopic>();
  return {
    take: ({ pairs, source }, { name: viewName, snapshot }, known) => {
      const topics = pairs.map((pair) => {
        const asked = source.kind === 'only' ? source.source : 'default';
        const name = `${viewName}${asked} ${pair.base}/${pair.quote}`;
        const topic = byName.get(name) ?? { name, pair, source, news: null, version: '', readers: 0 };
        byName.set(name, topic);
        topic.readers += 1;
        return topic;
      });
      const digests = topics.map((topic) => newsOf(topic, snapshot).digest);
      return { topics, digests: digests.map((digest) => (known.has(digest) ? digest : '')) };
    },
    drop: ({ topics }) => {
      for (const topic of topics) {
        topic.readers -= 1;
        if (topic.readers === 0) byName.delete(topic.name);
      }
    },
  };
}

/** The events of all that a reader has not been told, and notes that it is told now; empty where there is nothing. */
export function untoldEvents({ topics, digests }: ToldTopics, snapshot: RateSnapshot): string {
  let events = '';
  for (const [place, topic] of topics.entries()) {
    const news = newsOf(topic, snapshot);
    if (news.digest === digests[place]) continue;
    digests[place] = news.digest;
    events += eventOf(news, snapshot.version, digests);
  }
  return events;
}

/** The news of a topic in a snapshot, made by the first who asks. */
function newsOf(topic: StreamTopic, snapshot: RateSnapshot): PairNews {
  if (topic.news === null || topic.version !== snapshot.version) {
    topic.news = pairNews(topic.pair, topic.source, snapshot);
    topic.version = snapshot.version;
  }
  return topic.news;
}
