import { Ellipsis } from 'lucide-react';
import { lazy, type RefObject } from 'react';
import { buttonLook } from '#components/ui/buttons/button';
import { OnceWanted } from '#components/ui/buttons/once-wanted';
import type { KeyRow } from '#lib/contract/account';

/** The menu comes as code of its own, once it is wanted. */
const loadMenu = () =>
  import('#components/ui/buttons/action-menu').then(({ ActionMenu }) => ({ default: ActionMenu }));
const ActionMenu = lazy(loadMenu);

const LOOK = buttonLook('ghost', 'icon');

/** The button for what can be done with a key, and its menu. */
export function KeyActions({
  row: { name, last4, state },
  buttonRef,
  onRename,
  onRotate,
  onRevoke,
}: {
  readonly row: KeyRow;
  /** The button, once its menu was open. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly onRename: () => void;
  readonly onRotate: () => void;
  readonly onRevoke: () => void;
}) {
  const label = `Actions for ${name}, ${last4}`;
  const face = <Ellipsis aria-hidden="true" className="size-4" />;
  const button = (
    <button ref={buttonRef} type="button" aria-label={label} className={LOOK}>
      {face}
    </button>
  );
  const actions = [
    { text: 'Rename', act: onRename },
    ...(state === 'active' ? [{ text: 'Rotate…', act: onRotate }] : []),
    { text: state === 'ending' ? 'End it now…' : 'Revoke…', isStop: true, act: onRevoke },
  ];
  return (
    <OnceWanted
      opens="menu"
      label={label}
      className={LOOK}
      face={face}
      onNear={loadMenu}
      popup={<ActionMenu isOpenAtFirst button={button} actions={actions} />}
    />
  );
}
