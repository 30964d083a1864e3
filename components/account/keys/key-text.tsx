import type { KeyRow } from '#lib/contract/account';

/** What may be shown of a key: its start and its last four characters. */
export function KeyText({ prefix, last4 }: Pick<KeyRow, 'prefix' | 'last4'>) {
  return (
    <span className="font-mono text-sm tracking-[-0.01em] whitespace-nowrap">
      {prefix}
      <span className="text-text-muted">…</span>
      {last4}
    </span>
  );
}
