/** What a piece of JSON is, for its colour. */
export type JsonPieceKind = 'name' | 'string' | 'number' | 'word' | 'mark';

/** A piece of JSON as it stood in the text. */
export interface JsonPiece {
  readonly kind: JsonPieceKind;
  readonly text: string;
}

/** A line for people. */
export interface JsonLine {
  readonly indent: number;
  readonly pieces: readonly JsonPiece[];
}

const PIECE = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[a-z]+|[{}[\]:,]|\s+/g;

/** Lists of plain values no wider than this stay on one line. */
const LIST_WIDTH_MAX = 64;

/**
 * JSON in indented lines, every digit and every escape as it came: the text is cut and never parsed, so that nothing is
 * rounded. Null for a text that is no JSON by its pieces.
 */
export function jsonLines(text: string): readonly JsonLine[] | null {
  const pieces = piecesOf(text);
  return pieces === null ? null : linesOf(pieces);
}

/** The same as one text. */
export function jsonText(lines: readonly JsonLine[]): string {
  return lines
    .map(({ indent, pieces }) => '  '.repeat(indent) + pieces.map((piece) => piece.text).join(''))
    .join('\n');
}

function piecesOf(text: string): readonly JsonPiece[] | null {
  const found = text.match(PIECE) ?? [];
  if (found.join('') !== text) return null;
  const pieces = found
    .filter((one) => !/^\s/.test(one))
    .map((one): JsonPiece => ({ kind: kindOf(one), text: one }));
  return pieces.map((piece, place) =>
    piece.kind === 'string' && pieces[place + 1]?.text === ':' ? { ...piece, kind: 'name' } : piece,
  );
}

function kindOf(text: string): JsonPieceKind {
  const first = text.charAt(0);
  if (first === '"') return 'string';
  if (/[-\d]/.test(first)) return 'number';
  return /[a-z]/.test(first) ? 'word' : 'mark';
}

function linesOf(pieces: readonly JsonPiece[]): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  let indent = 0;
  let line: JsonPiece[] = [];
  const endLine = () => {
    if (line.length > 0) lines.push({ indent, pieces: line });
    line = [];
  };
  for (let place = 0; place < pieces.length; place += 1) {
    const piece = pieces[place] ?? { kind: 'mark', text: '' };
    const short = piece.text === '[' || piece.text === '{' ? shortEnd(pieces, place) : null;
    if (short !== null) {
      line.push(...spaced(pieces.slice(place, short + 1)));
      place = short;
    } else if (piece.text === '{' || piece.text === '[') {
      line.push(piece);
      endLine();
      indent += 1;
    } else if (piece.text === '}' || piece.text === ']') {
      endLine();
      indent -= 1;
      line.push(piece);
    } else if (piece.text === ',') {
      line.push(piece);
      endLine();
    } else line.push(piece.text === ':' ? { kind: 'mark', text: ': ' } : piece);
  }
  endLine();
  return lines;
}

/** Where something ends that stays on one line: nothing in it, or a short list of plain values. */
function shortEnd(pieces: readonly JsonPiece[], start: number): number | null {
  const isList = pieces[start]?.text === '[';
  let width = 0;
  for (let place = start + 1; place < pieces.length && width <= LIST_WIDTH_MAX; place += 1) {
    const { kind, text } = pieces[place] ?? { kind: 'mark', text: '' };
    if (text === (isList ? ']' : '}')) return isList || place === start + 1 ? place : null;
    if (!isList || (kind === 'mark' && text !== ',')) return null;
    width += text.length + (text === ',' ? 1 : 0);
  }
  return null;
}

function spaced(pieces: readonly JsonPiece[]): readonly JsonPiece[] {
  return pieces.map((piece) => (piece.text === ',' ? { kind: 'mark', text: ', ' } : piece));
}
