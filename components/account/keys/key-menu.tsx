import type { ReactElement } from 'react';
import { ActionMenu, type MenuAction } from '#components/ui/buttons/action-menu';
import type { KeyRow } from '#lib/contract/account';

/** What can be done with a key. Open from the first. */
export function KeyMenu({
  state,
  button,
  onRename,
  onRotate,
  onRevoke,
}: {
  readonly state: KeyRow['state'];
  /** What opens it again. */
  readonly button: ReactElement;
  readonly onRename: () => void;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}) {
  const rotate: readonly MenuAction[] = state === 'active' ? [{ text: 'Rotate…', act: onRotate }] : [];
  return (
    <ActionMenu
      isOpenAtFirst
      button={button}
      actions={[
        { text: 'Rename', act: onRename },
        ...rotate,
        { text: state === 'ending' ? 'End it now…' : 'Revoke…', isStop: true, act: onRevoke },
      ]}
    />
  );
}
