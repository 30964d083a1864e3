import { HeadCell, Heads, Rows, Table } from '#components/ui/table';
import { LoadingRows } from '#components/account/loading-rows';
import type { KeyRow } from '#lib/contract/account';
import { KeyLine } from './key-line.tsx';
import type { KeyQuestion } from './key-dialog.tsx';

/** The keys in use; undefined while they load. */
export function KeysTable({
  keys,
  onAsk,
}: {
  readonly keys: readonly KeyRow[] | undefined;
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const most = Math.max(1, ...(keys ?? []).flatMap(({ requests }) => requests));
  return (
    <Table name={keys === undefined ? 'API keys, loading' : 'API keys'} aria-busy={keys === undefined}>
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
      <Rows>
        {keys === undefined && (
          <LoadingRows count={4} widths={['14ch', '17ch', '9ch', '8ch', '9ch', '6ch']} />
        )}
        {keys?.map((key) => (
          <KeyLine key={key.id} row={key} most={most} onAsk={onAsk} />
        ))}
      </Rows>
    </Table>
  );
}
