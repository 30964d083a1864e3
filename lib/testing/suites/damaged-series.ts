import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';

import { parseIsoDay } from '#lib/domain/iso-day';
import { figureRate } from '#lib/domain/validation/figure-rules';
import type { LayoutError, LeftOut, Source, SourceDocument, Stated } from '#lib/sources/source';
import type { Result } from '#lib/domain/result';

/** A document in which one part is not as its publisher writes it. */
interface Damaged {
  readonly damage: string;
  readonly text: string;
}

/** What stands where a number should. */
const TEXT = 'n.d.';
/** Damage is tried on so many lists of a JSON document. */
const LISTS_MAX = 6;

/**
 * Changes one part of each document after the other (a column, a row, an element or an entry: withdrawn, empty, cut short, twice,
 * with a text for a number) and expects that at most the figures of one pair, or of one day, are lost, and that what is lost for another reason than
 * that it is not there is named. Answers how many changed documents were tried.
 */
export function expectOneSeriesLost(source: Source, documents: readonly SourceDocument[]): number {
  let tried = 0;
  const sound = figuresOf(readAll(source, documents));
  const pairs = new Set([...sound].map((figure) => figure.split(' ', 1)[0]));
  for (const [place, document] of documents.entries()) {
    for (const { damage, text } of damagedForms(new TextDecoder().decode(document.body))) {
      const changed = { ...document, body: new TextEncoder().encode(text) };
      const about = `${source.id} ${document.url}: ${damage}`;
      const stated = readAll(source, documents.with(place, changed));
      const read = figuresOf(stated);
      const lost = [...sound].filter((figure) => !read.has(figure));
      const added = [...read].filter((figure) => !sound.has(figure));
      const touched = [...lost, ...added].map((figure) => figure.split(' '));
      const isOne = (at: number) => new Set(touched.map((parts) => parts[at])).size <= 1;
      tried += 1;
      // The document is of one series.
      if (!stated.ok && pairs.size === 1) continue;
      expect(stated.ok ? '' : stated.error.sentence, about).toBe('');
      expect(isOne(0) || isOne(1), `${about} ${lost.join(', ')}`).toBe(true);
      if (lost.length === 0 || /withdrawn|empty|null/.test(damage)) continue;
      expect(leftOutOf(stated).length > 0 || added.some(isRefused), `${about} ${lost.join(', ')}`).toBe(true);
    }
  }
  return tried;
}

/** Whether the validation refuses a figure for what it says. */
function isRefused(figure: string): boolean {
  const [, day = '', rate = ''] = figure.split(' ');
  return Number.isNaN(figureRate(rate)) || (day !== 'now' && parseIsoDay(day) === null);
}

/** A poll of a market is read as a whole, every other document by itself. */
function readAll(source: Source, documents: readonly SourceDocument[]): Result<Stated<Row>, LayoutError> {
  const [first] = documents;
  if (first === undefined) throw new Error('There is no document.');
  if (source.cadence === 'fixing') return merged(documents.map((document) => source.parse({ ...document })));
  const poll = source.parse([...documents]);
  if (!poll.ok && source.history)
    return merged(documents.map((document) => source.history?.parse(document) ?? poll));
  if (!poll.ok) return poll;
  return {
    ok: true,
    value: {
      figures: poll.value.flatMap(({ ticks }) => ticks),
      leftOut: poll.value.flatMap(({ leftOut }) => leftOut),
    },
  };
}

interface Row {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  readonly observedOn?: string;
  readonly day?: string;
}

function merged(all: readonly Result<Stated<Row>, LayoutError>[]): Result<Stated<Row>, LayoutError> {
  const failed = all.find((one) => !one.ok);
  const stated = all.flatMap((one) => (one.ok ? one.value : []));
  return (
    failed ?? {
      ok: true,
      value: {
        figures: stated.flatMap(({ figures }) => figures),
        leftOut: stated.flatMap(({ leftOut }) => leftOut),
      },
    }
  );
}

/** `EUR/USD 2026-04-13 1.1684`, each once. */
function figuresOf(stated: Result<Stated<Row>, LayoutError>): ReadonlySet<string> {
  const rows = stated.ok ? stated.value.figures : [];
  return new Set(
    rows.map((row) => `${row.base}/${row.quote} ${row.observedOn ?? row.day ?? 'now'} ${row.rate}`),
  );
}

function leftOutOf(stated: Result<Stated<Row>, LayoutError>): readonly LeftOut[] {
  return stated.ok ? stated.value.leftOut : [];
}

function damagedForms(text: string): readonly Damaged[] {
  if (/^\s*[[{]/.test(text)) return damagedJson(text);
  return text.trimStart().startsWith('<') ? damagedXml(text) : damagedCsv(text);
}

function damagedXml(text: string): readonly Damaged[] {
  const elements = [...text.matchAll(/<(?:\w+:)?(?:Cube|Obs) [^>]*(?:rate|OBS_VALUE)[^>]*\/>/g)];
  const [element] = elements.length < 3 ? [] : (elements[1] ?? []);
  if (element === undefined) return [];
  const forms: readonly (readonly [string, string])[] = [
    ['an element withdrawn', ''],
    ['an empty element', element.replace(/ .*\/>/, '/>')],
    ['a figure withdrawn of an element', element.replace(/ (?:rate|OBS_VALUE)=(['"])[^'"]*\1/, '')],
    ['a text for a number', element.replace(/((?:rate|OBS_VALUE)=['"])[\d.]+/, `$1${TEXT}`)],
    ['an element twice', element + element],
  ];
  return forms.map(([damage, form]) => ({ damage, text: text.replace(element, form) }));
}

function damagedCsv(text: string): readonly Damaged[] {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const rows: readonly (readonly string[])[] = parse(text, { relax_column_count: true });
  const isRow = ([first = '']: readonly string[]) => /^\d/.test(first);
  const width = rows[0]?.length ?? 0;
  const place = rows.findIndex(isRow) + 1;
  const print = (changed: readonly (readonly string[])[]) =>
    changed.map((row) => row.map((cell) => (/[,"]/.test(cell) ? `"${cell}"` : cell)).join(',')).join(end) +
    (text.endsWith('\n') ? end : '');
  const ofRow = (damage: string, change: (row: readonly string[]) => readonly (readonly string[])[]) => ({
    damage,
    text: print(rows.flatMap((row, at) => (at === place ? change(row) : [row]))),
  });
  // The last row must be whole, for a cut is told by it.
  const forRows =
    place === 0 || place >= rows.length - 2
      ? []
      : [
          ofRow('a row withdrawn', () => []),
          ofRow('a row cut short', (row) => [row.slice(0, -1)]),
          ofRow('a row twice', (row) => [row, row]),
        ];
  if (width < 4 || rows.some((row) => row.includes('TIME_PERIOD'))) return forRows;
  const ofColumn = (damage: string, change: (cell: string, isFigure: boolean) => readonly string[]) => ({
    damage,
    text: print(rows.map((row) => row.flatMap((cell, at) => (at === 1 ? change(cell, isRow(row)) : [cell])))),
  });
  return [
    ...forRows,
    ofColumn('a column withdrawn', () => []),
    ofColumn('an empty column', (cell, isFigure) => [isFigure ? '' : cell]),
    ofColumn('a text for each number of a column', (cell, isFigure) => [isFigure ? TEXT : cell]),
    ofColumn('a column twice', (cell) => [cell, cell]),
    ofColumn('a column withdrawn of its name', (cell, isFigure) => [isFigure ? cell : '?']),
  ];
}

function damagedJson(text: string): readonly Damaged[] {
  const forms: Damaged[] = [];
  for (const list of listsIn(JSON.parse(text), []).slice(0, LISTS_MAX)) {
    const of = (damage: string, change: (entry: unknown) => readonly unknown[]) =>
      forms.push({
        damage: `${damage} of ${list.join('/') || 'the top'}`,
        text: JSON.stringify(changedAt(JSON.parse(text), list, change)),
      });
    of('an entry withdrawn', () => []);
    of('an empty entry', (entry) => [Array.isArray(entry) ? [] : {}]);
    of('null for an entry', () => [null]);
    of('a text for each number of an entry', (entry) => [withTexts(entry)]);
    of('an entry cut short', (entry) => [cutShort(entry)]);
    of('an entry twice', (entry) => [entry, entry]);
  }
  return forms;
}

/** The places of all lists of alike entries: arrays, objects by name, and series of numbers. */
function listsIn(value: unknown, at: readonly string[]): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const isSeries =
    Array.isArray(value) && value.every((entry) => entry === null || typeof entry === 'number');
  const inner = entries.filter(([, entry]) => typeof entry === 'object' && entry !== null);
  const isAlike =
    inner.length === entries.length && new Set(inner.map(([, entry]) => Array.isArray(entry))).size === 1;
  const isList = entries.length > 1 && (isSeries || isAlike);
  const within = inner.slice(0, 3).flatMap(([key, entry]) => listsIn(entry, [...at, key]));
  return isList ? [at, ...within] : within;
}

/** A value whose second entry at a place is changed; none, one or several stand for it. */
function changedAt(
  value: unknown,
  at: readonly string[],
  change: (entry: unknown) => readonly unknown[],
): unknown {
  const [key, ...rest] = at;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(Object(value));
  const changed = entries.flatMap(([name, entry], place) => {
    if (key !== undefined) return [[name, name === key ? changedAt(entry, rest, change) : entry] as const];
    return place === 1 ? change(entry).map((form) => [name, form] as const) : [[name, entry] as const];
  });
  return Array.isArray(value) ? changed.map(([, entry]) => entry) : Object.fromEntries(changed);
}

function withTexts(value: unknown): unknown {
  if (typeof value === 'number' || (typeof value === 'string' && /^[\d.]+$/.test(value))) return TEXT;
  if (Array.isArray(value)) return value.map(withTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTexts(inner)]));
}

/** Without its last value: of a list itself, else of the last list in it. */
function cutShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, -1);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const last = entries.findLastIndex(([, inner]) => typeof inner === 'object' && inner !== null);
  return Object.fromEntries(
    last === -1
      ? entries.slice(0, -1)
      : entries.map(([key, inner], place) => [key, place === last ? cutShort(inner) : inner]),
  );
}
