import { Ellipsis } from 'lucide-react';
import { type ComponentProps, lazy, type RefObject } from 'react';
import { buttonLook } from '#components/ui/buttons/button';
import { OnceWanted } from '#components/ui/buttons/once-wanted';
import type { KeyRow } from '#lib/contract/account';
import type { KeyMenu } from './key-menu.tsx';

/** The menu comes as code of its own, once it is wanted. */
const loadMenu = () => import('./key-menu.tsx').then((file) => ({ default: file.KeyMenu }));
const LazyKeyMenu = lazy(loadMenu);

const LOOK = buttonLook('ghost', 'icon');

/** The button for what can be done with a key, and its menu. */
export function KeyActions({
  row: { name, last4, state },
  buttonRef,
  ...menu
}: Omit<ComponentProps<typeof KeyMenu>, 'state' | 'button'> & {
  readonly row: KeyRow;
  /** The button, once its menu was open. */
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
}) {
  const label = `Actions for ${name}, ${last4}`;
  const face = <Ellipsis aria-hidden="true" className="size-4" />;
  const button = (
    <button ref={buttonRef} type="button" aria-label={label} className={LOOK}>
      {face}
    </button>
  );
  return (
    <OnceWanted
      opens="menu"
      label={label}
      className={LOOK}
      face={face}
      onNear={loadMenu}
      popup={<LazyKeyMenu state={state} button={button} {...menu} />}
    />
  );
}
