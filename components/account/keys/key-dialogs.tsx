import type { KeyRow, MadeKey } from '#lib/contract/account';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import type { KeyQuestion } from './key-question.ts';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** The dialogs of the keys' page, of which the one that is asked for is open. */
export function KeyDialogs({
  question,
  rowOf,
  onClose,
  onMade,
  onRevoked,
}: {
  readonly question: KeyQuestion | null;
  /** The newest that is known of a key. */
  readonly rowOf: (keyId: string) => KeyRow | undefined;
  readonly onClose: () => void;
  readonly onMade: (made: MadeKey) => void;
  readonly onRevoked: (row: KeyRow) => void;
}) {
  return (
    <>
      <CreateKeyDialog isOpen={question?.kind === 'create'} onClose={onClose} onMade={onMade} />
      <RotateKeyDialog
        asked={question?.kind === 'rotate' ? question.key : null}
        onClose={onClose}
        onMade={onMade}
      />
      <RevokeKeyDialog
        asked={question?.kind === 'revoke' ? (rowOf(question.key.id) ?? question.key) : null}
        onClose={onClose}
        onRevoked={onRevoked}
      />
    </>
  );
}
