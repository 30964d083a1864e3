'use client';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { Button } from './button.tsx';

/** Something that can be done; `isStop` ends something for good and stands apart. */
export interface MenuAction {
  readonly text: string;
  readonly isStop?: boolean;
  readonly act: () => void;
}

/**
 * A button that opens a short menu. The browser's own popover closes it on Esc and on a press beside it, returns the focus and
 * keeps it above everything; without anchors in its CSS it stands in the middle of the window.
 */
export function ActionMenu({
  label,
  actions,
  buttonRef,
}: {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
}) {
  const id = useId();
  return (
    <>
      <Button
        ref={buttonRef}
        look="ghost"
        size="icon"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </Button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') itemsOf(currentTarget)[0]?.focus();
        }}
        onKeyDown={moveFocus}
        className="min-w-40 rounded-card bg-raised py-1 text-left text-text shadow-float outline-none supports-[position-area:bottom]:m-0 supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-block]"
      >
        {actions.map(({ text, isStop = false, act }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onPointerEnter={({ currentTarget }) => currentTarget.focus()}
            onClick={({ currentTarget }) => {
              // First the menu gives the focus back, so that a dialog finds it where it belongs.
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
              act();
            }}
            className={`mx-1 flex h-8 w-[calc(100%-0.5rem)] items-center rounded-control px-2.5 text-sm outline-none focus:bg-hover max-phone:h-11 max-phone:text-base ${isStop ? 'text-outage' : ''}`}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}
