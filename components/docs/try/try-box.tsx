'use client';
import type { FormEvent, KeyboardEvent } from 'react';
import { Button } from '#components/ui/buttons/button';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { AnswerPane } from './answer-pane.tsx';
import { useDocs } from '#components/docs/docs-root';
import { SnippetPane } from '#components/docs/snippets/snippet-pane';
import { TryFields } from './try-fields.tsx';
import type { TryOperation } from './try-operations.ts';
import { useTry } from './use-try.ts';

/** A box in which an endpoint is tried: its parameters, the request in three languages, the answer as it came. */
export function TryBox({ operation }: { readonly operation: TryOperation }) {
  const state = useTry(operation);
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
      action={`/docs#${operation.id}`}
      noValidate
      onSubmit={submit}
      onKeyDown={sendByKeys}
      className="self-start overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0 xl:sticky xl:top-18 xl:max-h-[calc(100vh-5.5rem)] xl:overflow-y-auto print:static print:max-h-none"
    >
      <input type="hidden" name="try" value={operation.id} />
      <TryFields operation={operation} state={state} />
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
