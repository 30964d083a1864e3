import type { ServedSource } from './source-facts.ts';

/** A page of the docs that is not of an endpoint: its head for lists, and what it is made of. */
export interface DocsTopic {
  /** The last part of its address. */
  readonly slug: string;
  /** A short name for lists. */
  readonly name: string;
  readonly title: string;
  /** What a reader finds there, in a sentence. */
  readonly summary: string;
  readonly parts: (served: ServedFacts) => readonly TopicPart[];
}

/** What the docs say of this server in particular. */
export interface ServedFacts {
  /** Where the service is reached, such as `https://rates.example.org`. */
  readonly origin: string;
  /** The sources that are enabled, in priority order. */
  readonly sources: readonly ServedSource[];
  /** Requests a minute a key without a limit of its own; 0 for none. */
  readonly perMinute: number;
}

/** A part of a topic. Texts have code between backticks and links as `[words](address)`. */
export interface TopicPart {
  /** Its anchor. */
  readonly id: string;
  /** Null for the part that follows the title of the page. */
  readonly heading: string | null;
  readonly text: readonly string[];
  readonly terms?: readonly Term[];
  /** What is drawn from facts of the contract or of this server. */
  readonly shows?: 'error-table' | 'age-table' | 'limit-headers';
  readonly examples?: readonly TopicExample[];
}

/** Lines that run as they are, with a key in the environment. */
export interface TopicExample {
  readonly program: 'Shell' | 'TypeScript' | 'Python';
  /** What they show, for those who hear it. */
  readonly label: string;
  readonly lines: readonly string[];
  /** What they print, on every server that has the figures of the bank. */
  readonly prints: readonly string[];
}

/** A term, what kind of thing it is, and a sentence about it. */
export interface Term {
  readonly name: string;
  /** Its anchor, where others link to it. */
  readonly id?: string;
  readonly kind?: string;
  readonly text: string;
}

/** Terms of one kind, from what each means by its name. */
export function termsOf(meanings: Readonly<Record<string, string>>): readonly Term[] {
  return Object.entries(meanings).map(([name, text]) => ({ name, text }));
}

/** A text without its marks, as it is read. */
export function plainText(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
}
