'use client';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { type JsonPieceKind, jsonLines, jsonText } from '#lib/format/json-lines';
import { wholeText } from '#lib/format/numbers/number-text';

const INKS: Readonly<Record<JsonPieceKind, string>> = {
  name: 'text-accent',
  string: 'text-up',
  number: 'text-degraded',
  word: 'text-text-soft',
  mark: '',
};

/** Lines that are shown at once; all lines of a list of currencies would hold up the page. */
const LINES_MAX = 200;

/** An answer in lines, every digit as it came. A long one is cut until somebody asks for the rest. */
export function JsonPane({ text, label }: { readonly text: string; readonly label: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = jsonLines(text);
  const rest = lines?.slice(LINES_MAX) ?? [];
  return (
    <>
      <pre
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-112 overflow-auto bg-sunken px-4 py-3.5 font-mono text-[0.78125rem]/5 [overflow-wrap:anywhere] whitespace-pre-wrap print:max-h-none"
      >
        {lines === null
          ? text
          : lines.slice(0, LINES_MAX).map(({ indent, pieces }, line) => (
              <span key={`${line}`}>
                {line > 0 && '\n'}
                {'  '.repeat(indent)}
                {pieces.map(({ kind, text: piece }, place) => (
                  <span key={`${place}`} className={INKS[kind]}>
                    {piece}
                  </span>
                ))}
              </span>
            ))}
        {isWhole && rest.length > 0 && `\n${jsonText(rest)}`}
      </pre>
      {!isWhole && rest.length > 0 && (
        <div className="border-t border-line px-2 py-1 print:hidden">
          <Button look="ghost" size="sm" onClick={() => setIsWhole(true)}>
            Show all {wholeText(lines?.length ?? 0)} lines
          </Button>
        </div>
      )}
    </>
  );
}
