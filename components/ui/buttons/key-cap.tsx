import type { ComponentProps, ReactNode } from 'react';

/** A key as it is printed on a keyboard. */
export function KeyCap({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block rounded-tag bg-surface px-1.25 font-mono text-[11px]/[18px] whitespace-nowrap text-text-soft inset-ring inset-ring-line-strong">
      {children}
    </kbd>
  );
}

/** What keys do, in a line of small print: keys that do the same or are held together stand in one name, such as `↑ ↓`. */
export function KeyHints({
  hints,
  className = '',
  ...rest
}: ComponentProps<'span'> & {
  /** The verb by the keys. */
  readonly hints: Readonly<Record<string, string>>;
}) {
  return (
    <span className={`flex flex-wrap gap-x-3 ${className}`} {...rest}>
      {Object.entries(hints).map(([keys, verb]) => (
        <span key={keys}>
          {keys.split(' ').flatMap((key) => [<KeyCap key={key}>{key}</KeyCap>, ' '])}
          {verb}
        </span>
      ))}
    </span>
  );
}
