'use client';
import { Menu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { useIsHydrated } from '#lib/client/browser/hydration';

/** Something that can be done; `isStop` ends something for good and stands apart. */
export interface MenuAction {
  readonly text: string;
  /** A word more, in small print. */
  readonly note?: string;
  readonly isStop?: boolean;
  readonly isDisabled?: boolean;
  readonly act: () => void;
}

/** A button that opens a short menu. */
export function ActionMenu({
  button,
  actions,
  isOpenAtFirst = false,
}: {
  /** A `<button>` of any look. */
  readonly button: ReactElement;
  readonly actions: readonly MenuAction[];
  readonly isOpenAtFirst?: boolean;
}) {
  const isHydrated = useIsHydrated();
  return (
    <Menu.Root defaultOpen={isOpenAtFirst}>
      <Menu.Trigger render={button} />
      {/* Within the page's main part: a menu is no landmark of its own. */}
      <Menu.Portal container={isHydrated ? document.getElementById('main') : null}>
        <Menu.Positioner sideOffset={6} align="end" className="z-40">
          <Menu.Popup className="min-w-40 rounded-card bg-raised p-1 text-left text-text shadow-float outline-none transition duration-(--duration-open) ease-out data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0">
            {actions.map(({ text, note, isStop = false, isDisabled = false, act }) => (
              <Menu.Item
                key={text}
                disabled={isDisabled}
                onClick={act}
                className={`flex h-8 cursor-default items-center justify-between gap-6 rounded-control px-2.5 text-sm outline-none select-none data-disabled:text-text-muted data-highlighted:bg-hover max-phone:h-11 max-phone:text-base ${isStop ? 'text-outage' : ''}`}
              >
                {text}
                {note !== undefined && <span className="text-text-muted">{note}</span>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
