import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { z } from 'zod';

import { ok, type Result } from '#lib/domain/result';

import { type LayoutError, unknownLayout } from './source.ts';

/** As much as one document may have. */
export interface XmlBounds {
  readonly charactersMax: number;
  readonly elementsMax: number;
  readonly attributesMax: number;
}

/**
 * A document of a poll, which is parsed between two requests: reading this much takes less than 0.1 s. The largest real one
 * is the ECB's of ninety days, with 2,200 elements in 76 KB.
 */
export const POLL_XML: XmlBounds = { charactersMax: 2 ** 20, elementsMax: 10_000, attributesMax: 20_000 };

/**
 * A document of a load, which has a process of its own. The largest real ones are some 235,000 elements with two attributes
 * each (the ECB's whole history) and 335,000 (every series of the Bank of England).
 */
export const FILE_XML: XmlBounds = {
  charactersMax: 32 * 2 ** 20,
  elementsMax: 450_000,
  attributesMax: 900_000,
};

/** What to read, and how to say what was expected instead. */
export interface XmlLayout {
  readonly bounds: XmlBounds;
  /** Whose XML it is: `the ECB's`. */
  readonly publisher: string;
  /** The local name of the elements that come many times. */
  readonly arrayOf: string;
  /** Ends every sentence: `expected ...`. */
  readonly expected: string;
}

/** Reads one document, whole or in parts that are well-formed by themselves; what the parts have counts together. */
export interface XmlReader {
  /**
   * What a text states, as its schema has it: elements by local name, attributes and contents as text, entities never
   * expanded. The sentence of another layout names the place.
   */
  readonly read: <Parsed>(text: string, schema: z.ZodType<Parsed>) => Result<Parsed, LayoutError>;
  /** Whether a text is well-formed and within bounds. */
  readonly check: (text: string) => Result<null, LayoutError>;
}

/**
 * Reads XML whose size is bounded before anything is parsed: a million attributes take a parser seconds and gigabytes, and
 * a publisher's documents never have them. A document type is refused, for it is how attacks through XML begin.
 */
export function openXmlReader({ bounds, publisher, arrayOf, expected }: XmlLayout): XmlReader {
  const excessOf = openMeter(bounds);
  const check = (text: string): Result<null, LayoutError> => {
    const excess = excessOf(text);
    if (excess !== null) {
      return unknownLayout(`The XML has ${excess}, more than any document of this publisher; ${expected}.`);
    }
    if (DOCUMENT_TYPE.test(text)) {
      return unknownLayout(`The XML has a document type declaration, which is refused; ${expected}.`);
    }
    const flaw = XMLValidator.validate(text);
    return flaw === true
      ? ok(null)
      : unknownLayout(`The XML is cut short or damaged (${flaw.err.msg}); ${expected}.`);
  };
  const read: XmlReader['read'] = (text, schema) => {
    const checked = check(text);
    if (!checked.ok) return checked;
    const parsed = schema.safeParse(parserOf(arrayOf).parse(text));
    if (parsed.success) return ok(parsed.data);
    const place = parsed.error.issues[0]?.path.join('/') ?? '';
    return unknownLayout(`The XML is not ${publisher} at ${place}; ${expected}.`);
  };
  return { read, check };
}

const DOCUMENT_TYPE = /<!(?:DOCTYPE|ENTITY)/i;

function parserOf(arrayOf: string): XMLParser {
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseAttributeValue: false,
    parseTagValue: false,
    processEntities: false,
    isArray: (name) => name === arrayOf,
  });
}

/** Longer than the Fed's longest tag, which names its schemas in 700 characters. */
const TAG_CHARACTERS_MAX = 8192;
/** The Fed's release is five deep. */
const DEPTH_MAX = 50;

/** What one text after the other has too much of, as `more than ...`; null while all of it is within bounds. */
function openMeter({
  charactersMax,
  elementsMax,
  attributesMax,
}: XmlBounds): (text: string) => string | null {
  const total = { characters: 0, elements: 0, attributes: 0, unread: 0 };
  return (text) => {
    total.characters += text.length;
    if (total.characters > charactersMax) return `more than ${charactersMax} characters`;
    let depth = 0;
    for (let at = text.indexOf('<'); at !== -1;) {
      const tag = tagAt(text, at);
      if (tag === null) return `a tag of more than ${TAG_CHARACTERS_MAX} characters`;
      total.elements += tag.kind === 'start' || tag.kind === 'empty' ? 1 : 0;
      total.unread += tag.kind === 'other' ? 1 : 0;
      total.attributes += tag.attributes;
      depth += DEPTH_BY_KIND[tag.kind];
      if (total.elements > elementsMax) return `more than ${elementsMax} elements`;
      if (total.unread > elementsMax) return `more than ${elementsMax} comments and instructions`;
      if (total.attributes > attributesMax) return `more than ${attributesMax} attributes`;
      if (depth > DEPTH_MAX) return `more than ${DEPTH_MAX} elements within each other`;
      at = text.indexOf('<', tag.end);
    }
    return null;
  };
}

const DEPTH_BY_KIND = { start: 1, empty: 0, end: -1, other: 0 };

interface Tag {
  readonly kind: keyof typeof DEPTH_BY_KIND;
  /** Values in quotation marks; an attribute without is refused as damage. */
  readonly attributes: number;
  /** Where the text goes on. */
  readonly end: number;
}

/** What begins with the `<` at `start`; null for a tag that is too long. What is cut off ends the text. */
function tagAt(text: string, start: number): Tag | null {
  const second = text[start + 1];
  const unread =
    second === '!' || second === '?' ? UNREAD.find(([opening]) => text.startsWith(opening, start)) : null;
  if (unread) {
    const [opening, closing] = unread;
    return { kind: 'other', attributes: 0, end: after(text, closing, start + opening.length) };
  }
  let attributes = 0;
  for (let at = start + 1; at - start <= TAG_CHARACTERS_MAX; at += 1) {
    const character = text[at];
    if (character === undefined) return { kind: 'other', attributes, end: text.length };
    if (character === '>') return { kind: kindOf(text, start, at), attributes, end: at };
    if (character !== '"' && character !== "'") continue;
    attributes += 1;
    at = after(text, character, at + 1) - 1;
  }
  return null;
}

function kindOf(text: string, start: number, end: number): Tag['kind'] {
  if (text[start + 1] === '/') return 'end';
  return text[end - 1] === '/' ? 'empty' : 'start';
}

/** What holds no elements, whatever is in it. */
const UNREAD = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

function after(text: string, closing: string, from: number): number {
  const found = text.indexOf(closing, from);
  return found === -1 ? text.length : found + closing.length;
}
