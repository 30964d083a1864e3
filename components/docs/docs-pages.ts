import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { ASKING_GUIDES } from './topics/asking-guides.ts';
import { FIGURE_GUIDES } from './topics/figure-guides.ts';
import { REFERENCE_TOPICS } from './topics/reference-topics.ts';
import { SETTING_GUIDES } from './topics/setting-guides.ts';
import type { DocsTopic } from './topics/topic.ts';

/** A page of the docs as lists name it. */
export interface DocsPageHead {
  readonly slug: string;
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** Pages of one kind, in the order of the lists. */
export interface DocsGroup {
  readonly id: 'guides' | 'endpoints' | 'reference';
  readonly name: string;
  readonly pages: readonly DocsPageHead[];
}

const GUIDES: readonly DocsTopic[] = [...ASKING_GUIDES, ...FIGURE_GUIDES, ...SETTING_GUIDES];

/** Every topic, by the last part of its address. */
export const TOPICS: ReadonlyMap<string, DocsTopic> = new Map(
  [...GUIDES, ...REFERENCE_TOPICS].map((topic) => [topic.slug, topic]),
);

/** Every page of the docs but the first; one for each endpoint of the contract. */
export const DOCS_GROUPS: readonly DocsGroup[] = [
  { id: 'guides', name: 'Guides', pages: GUIDES.map(headOf) },
  {
    id: 'endpoints',
    name: 'Endpoints',
    pages: OPERATIONS.map(({ id, name, title, description }) => ({
      slug: id,
      name,
      title,
      summary: firstSentence(description),
    })),
  },
  { id: 'reference', name: 'Reference', pages: REFERENCE_TOPICS.map(headOf) },
];

/** The same in one list. */
export const DOCS_PAGES: readonly DocsPageHead[] = DOCS_GROUPS.flatMap(({ pages }) => pages);

function headOf({ slug, name, title, summary }: DocsTopic): DocsPageHead {
  return { slug, name, title, summary };
}

/** Up to the first full stop that a new sentence follows. */
function firstSentence(text: string): string {
  return /^.+?[.](?= [A-Z`])/.exec(text)?.[0] ?? text;
}
