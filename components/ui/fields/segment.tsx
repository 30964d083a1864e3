'use client';
import type { ReactNode } from 'react';

/** One of a few, all in sight: radio buttons in a row, so arrow keys move and the form carries the choice under `name`. */
export function Segment<Value extends string>({
  name,
  legend,
  options,
  initial,
  hint,
  onChoose,
}: {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly initial: Value;
  readonly hint?: ReactNode;
  readonly onChoose?: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex rounded-control bg-sunken p-0.5 inset-ring inset-ring-line">
        {options.map(({ value, text }) => (
          <label
            key={value}
            className="relative flex h-8 min-w-0 flex-1 cursor-pointer items-center justify-center rounded-[4px] px-1 text-sm whitespace-nowrap text-text-soft hover:text-text has-checked:bg-thumb has-checked:font-medium has-checked:text-text has-checked:ring has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-phone:h-10"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === initial}
              onChange={() => onChoose?.(value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0 outline-none"
            />
            {text}
          </label>
        ))}
      </div>
      {hint !== undefined && <p className="mt-1 text-xs text-text-muted">{hint}</p>}
    </fieldset>
  );
}
