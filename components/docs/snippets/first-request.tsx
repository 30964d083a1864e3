'use client';
import { SnippetPane } from './snippet-pane.tsx';
import { JsonPane } from './json-pane.tsx';
import type { TryOperation } from '#components/docs/try/try-operation.ts';

/** A first request, ready to be copied, and what it is answered. */
export function FirstRequest({ operation }: { readonly operation: TryOperation }) {
  return (
    <section
      aria-label="A first request"
      className="self-start overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      <SnippetPane operation={operation} query={operation.query}>
        <span className="text-sm font-medium">A first request</span>
      </SnippetPane>
      <div className="border-t border-line">
        <JsonPane text={operation.example} label="The answer to the first request" />
      </div>
      <p className="border-t border-line px-4 py-2 text-xs text-text-muted">
        Answered with the {operation.exampleNote}.
      </p>
    </section>
  );
}
