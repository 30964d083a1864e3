import { Ellipsis } from 'lucide-react';
import type { RefObject } from 'react';
import { ActionMenu, type MenuAction } from '#components/ui/buttons/action-menu';
import { Button } from '#components/ui/buttons/button';
import type { KeyRow } from '#lib/contract/account';

/** What can be done with a key. */
export function KeyMenu({
  row,
  buttonRef,
  onRename,
  onRotate,
  onRevoke,
}: {
  readonly row: KeyRow;
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly onRename: () => void;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}) {
  const rotate: readonly MenuAction[] = row.state === 'active' ? [{ text: 'Rotate…', act: onRotate }] : [];
  return (
    <ActionMenu
      button={
        <Button ref={buttonRef} look="ghost" size="icon" aria-label={`Actions for ${row.name}, ${row.last4}`}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
      actions={[
        { text: 'Rename', act: onRename },
        ...rotate,
        { text: row.state === 'ending' ? 'End it now…' : 'Revoke…', isStop: true, act: onRevoke },
      ]}
    />
  );
}
