'use client';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { Button } from '#components/ui/buttons/button';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { AnswerPane } from './answer-pane.tsx';
import { useDocs } from '#components/docs/docs-root';
import { SnippetPane } from '#components/docs/snippets/snippet-pane';
import type { TryOperation, TryParameter } from './try-operations.ts';
import { type Try, useTry } from './use-try.ts';
import { ChevronDown } from 'lucide-react';

/** A box in which an endpoint is tried: its parameters, the request in four languages, the answer as it came. */
export function TryBox({
  operation,
  values,
}: {
  readonly operation: TryOperation;
  /** What it begins with; null for the example. */
  readonly values: Readonly<Record<string, string>> | null;
}) {
  const state = useTry(operation, values);
  const { secret } = useDocs();
  const { request, waitSeconds } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.send();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    state.send();
  };
  const isHeld = request.isPending || waitSeconds > 0;
  return (
    <form
      aria-label={`Try ${operation.path}`}
      aria-busy={request.isPending}
      // Before the page's code runs, sending brings the page again with what was typed.
      action={`/docs/${operation.id}`}
      noValidate
      onSubmit={submit}
      onKeyDown={sendByKeys}
      className="overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      {operation.parameters.length > 0 && (
        <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
          {operation.parameters.map((parameter) => (
            <Field key={parameter.name} parameter={parameter} state={state} />
          ))}
        </div>
      )}
      <SnippetPane operation={operation} query={state.query}>
        <Button
          type="submit"
          look="main"
          size="sm"
          aria-disabled={isHeld || undefined}
          className="print:hidden"
        >
          {waitSeconds > 0 ? `Send in ${waitSeconds} s` : 'Send request'}
        </Button>
        <span className="max-2xl:hidden print:hidden">
          <KeyCap>Ctrl Enter</KeyCap>
        </span>
      </SnippetPane>
      <AnswerPane operation={operation} state={state} />
      <p className="border-t border-line px-4 py-2 text-xs text-text-muted print:hidden">
        {sentWith(operation.access, secret !== null)}
      </p>
    </form>
  );
}

function sentWith(access: TryOperation['access'], hasSecret: boolean): string {
  if (access === 'public') return 'Sent without a key: it needs none.';
  return hasSecret
    ? 'Sent with the key that you pasted.'
    : 'Sent with a key of this page, which lives ten minutes in its memory.';
}

/** A parameter of an endpoint, to be typed or chosen. */
function Field({ parameter, state }: { readonly parameter: TryParameter; readonly state: Try }) {
  const id = useId();
  const { name, placeholder, options, keys, required } = parameter;
  const value = state.values[name] ?? '';
  const isRefused = state.keyIn === name;
  const shared = {
    id,
    name,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      state.set(name, currentTarget.value),
    onBlur: state.note,
  };
  return (
    <div className={`min-w-0 flex-1 ${options === null ? 'basis-28' : 'basis-44'}`}>
      <label htmlFor={id} className="mb-0.75 block font-mono text-xs text-text-muted">
        {name}
      </label>
      <div className="relative flex h-8 items-center rounded-control bg-surface inset-ring inset-ring-control focus-within:inset-ring-2 focus-within:inset-ring-focus max-phone:h-10">
        {options === null ? (
          <input
            {...shared}
            placeholder={placeholder}
            inputMode={keys}
            aria-required={required || undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? `${id}-key` : undefined}
            className="h-full w-full min-w-0 rounded-control bg-transparent px-2.5 text-sm outline-none placeholder:text-text-muted max-phone:text-lg"
          />
        ) : (
          <>
            <select
              {...shared}
              className={`h-full w-full appearance-none rounded-control bg-transparent pr-7 pl-2.5 text-sm outline-none max-phone:text-lg ${value === '' ? 'text-text-muted' : ''}`}
            >
              <option value="">{placeholder}</option>
              {/* An address may hold what cannot be chosen; the service says what is wrong with it. */}
              {[...options, ...(value === '' || options.includes(value) ? [] : [value])].map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
            <ChevronDown
              aria-hidden="true"
              className="pointer-events-none absolute right-2 size-3.5 text-text-muted"
            />
          </>
        )}
      </div>
      {isRefused && (
        <p id={`${id}-key`} role="alert" className="mt-1 text-xs text-outage">
          This looks like an API key. It does not belong in an address; paste it under “Your key”.
        </p>
      )}
    </div>
  );
}
