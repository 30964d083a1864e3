import { useState } from 'react';
import { HeadCell, Heads, Rows, Table } from '#components/ui/table';
import type { KeyRow } from '#lib/contract/account';
import { KeyLine } from './key-line.tsx';
import type { KeyQuestion } from './key-dialog.tsx';

/** The heads of the keys' columns, the same while they load. */
export function KeyHeads() {
  return (
    <Heads>
      <HeadCell>Name</HeadCell>
      <HeadCell>Key</HeadCell>
      <HeadCell className="max-xl:hidden">Created</HeadCell>
      <HeadCell>Last used</HeadCell>
      <HeadCell>Expires</HeadCell>
      <HeadCell className="text-right">Requests, 30 days</HeadCell>
      <HeadCell>
        <span className="sr-only">Actions</span>
      </HeadCell>
    </Heads>
  );
}

/** The keys in use. One of them can be renamed at a time. */
export function KeysTable({
  keys,
  onAsk,
}: {
  readonly keys: readonly KeyRow[];
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const [renamed, setRenamed] = useState<string | null>(null);
  const most = Math.max(0, ...keys.flatMap(({ requests }) => requests));
  return (
    <Table name="API keys">
      <KeyHeads />
      <Rows>
        {keys.map((key) => (
          <KeyLine
            key={key.id}
            row={key}
            most={most}
            isRenaming={renamed === key.id}
            onRename={() => setRenamed(key.id)}
            onRenameEnd={() => setRenamed(null)}
            onAsk={onAsk}
          />
        ))}
      </Rows>
    </Table>
  );
}
