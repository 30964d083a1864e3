'use client';
import { Check } from 'lucide-react';
import type { ChangeEventHandler, ReactNode } from 'react';

/** A box to tick with its words; the form carries `value` under `name` while it is ticked. */
export function CheckBox({
  name,
  value,
  isTicked,
  onChange,
  children,
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
      <span className="relative grid size-4 flex-none">
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={isTicked}
          onChange={onChange}
          className="peer col-start-1 row-start-1 size-4 cursor-pointer appearance-none rounded-tag inset-ring-[1.5px] inset-ring-control checked:bg-accent checked:inset-ring-0"
        />
        <Check
          aria-hidden="true"
          className="pointer-events-none invisible col-start-1 row-start-1 m-auto size-3 text-on-accent peer-checked:visible"
          strokeWidth={3.2}
        />
      </span>
      {children}
    </label>
  );
}
