'use client';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError } from './field-error.tsx';

/** A labelled line to type in: the hint is said before typing, the error stands under the field and is announced. */
export function TextField({
  label,
  hint,
  error = null,
  end,
  isCode = false,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'id' | 'name'> & {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** What stands at the end of the line, such as a button. */
  readonly end?: ReactNode;
  /** For keys and codes: the mono face, nothing corrected or capitalised. */
  readonly isCode?: boolean;
}) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== null && `${id}-error`].filter(Boolean);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <div
        className={`flex h-10 items-center gap-1 rounded-control bg-surface pr-1 inset-ring focus-within:inset-ring-2 focus-within:inset-ring-focus max-phone:h-11 ${error === null ? 'inset-ring-control' : 'inset-ring-outage-fill'}`}
      >
        <input
          {...input}
          id={id}
          aria-invalid={error !== null || undefined}
          aria-describedby={described.length > 0 ? described.join(' ') : undefined}
          spellCheck={false}
          {...(isCode && { autoCapitalize: 'none', autoCorrect: 'off' })}
          className={`h-full min-w-0 flex-1 rounded-control bg-transparent px-2.5 text-base outline-none placeholder:text-text-muted max-phone:text-lg ${isCode ? 'font-mono' : ''}`}
        />
        {end}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-pretty text-text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
