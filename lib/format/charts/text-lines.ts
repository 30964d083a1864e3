/** A text as lines of at most `lettersMax` letters, broken between words; a longer word has a line of its own. */
export function textLines(text: string, lettersMax: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const before = lines.at(-1);
    if (before !== undefined && before.length + 1 + word.length <= lettersMax) {
      lines[lines.length - 1] = `${before} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
