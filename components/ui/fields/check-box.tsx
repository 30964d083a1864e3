'use client';
import type { ChangeEventHandler, ReactNode } from 'react';

/** A box to tick with its words; the form carries `value` under `name` while it is ticked. */
export function CheckBox({
  isTicked,
  children,
  ...input
}: {
  readonly name: string;
  readonly value: string;
  /** At first. */
  readonly isTicked: boolean;
  /** For a box that acts at once. */
  readonly onChange?: ChangeEventHandler<HTMLInputElement>;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex min-h-7 w-fit cursor-pointer items-center gap-2 text-sm max-phone:min-h-10">
      <input
        {...input}
        type="checkbox"
        defaultChecked={isTicked}
        className="size-4 flex-none cursor-pointer accent-accent"
      />
      {children}
    </label>
  );
}
