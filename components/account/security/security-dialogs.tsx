import type { SignedInAccount } from '#lib/contract/account';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

/** What a dialog of the security page is about. */
export type SecurityQuestion = 'turn-on' | 'new-codes' | 'turn-off' | 'delete';

/** The dialogs of the security page, of which the one that is asked for is open. */
export function SecurityDialogs({
  question,
  account,
  onClose,
  onTurned,
}: {
  readonly question: SecurityQuestion | null;
  readonly account: SignedInAccount | null;
  readonly onClose: () => void;
  /** The second factor is on or off, or has new codes. */
  readonly onTurned: () => void;
}) {
  return (
    <>
      <TurnOnDialog isOpen={question === 'turn-on'} onClose={onClose} onTurned={onTurned} />
      <NewCodesDialog isOpen={question === 'new-codes'} onClose={onClose} onTurned={onTurned} />
      <TurnOffDialog isOpen={question === 'turn-off'} onClose={onClose} onTurned={onTurned} />
      <DeleteAccountDialog
        email={account?.email ?? ''}
        hasSecondFactor={account?.hasSecondFactor === true}
        isOpen={question === 'delete'}
        onClose={onClose}
      />
    </>
  );
}
