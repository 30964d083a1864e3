import { HeadCell, Heads, Rows, Table } from '#components/ui/table';
import { type LoadingCell, LoadingRows } from '#components/account/loading-rows';
import type { KeyRow } from '#lib/contract/account';
import { KeyLine } from './key-line.tsx';
import type { KeyQuestion } from './key-dialog.tsx';

/** The keys in use. */
export function KeysTable({
  keys,
  onAsk,
}: {
  readonly keys: readonly KeyRow[];
  readonly onAsk: (question: KeyQuestion) => void;
}) {
  const most = Math.max(1, ...keys.flatMap(({ requests }) => requests));
  return (
    <Table name="API keys">
      <KeyHeads />
      <Rows>
        {keys.map((key) => (
          <KeyLine key={key.id} row={key} most={most} onAsk={onAsk} />
        ))}
      </Rows>
    </Table>
  );
}

const LOADING_CELLS: readonly LoadingCell[] = [
  { width: '14ch' },
  { width: '17ch', className: 'max-phone:col-start-1' },
  { width: '9ch', className: 'max-xl:hidden' },
  { width: '8ch', className: 'max-phone:col-start-1' },
  { width: '9ch', className: 'max-phone:col-start-1' },
  { width: '6ch', phoneWidth: '8ch', className: 'text-right max-phone:col-start-2 max-phone:row-start-1' },
  { className: 'max-phone:hidden' },
];

/** The keys while they load. */
export function KeysSkeleton() {
  return (
    <Table name="API keys, loading" aria-busy="true">
      <KeyHeads />
      <Rows>
        <LoadingRows count={4} cells={LOADING_CELLS} />
      </Rows>
    </Table>
  );
}

function KeyHeads() {
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
