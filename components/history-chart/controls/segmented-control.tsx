import { useId } from 'react';

/** One of a few, side by side; arrow keys move the choice. */
export function SegmentedControl<T extends string>({
  label,
  options,
  chosen,
  onChoose,
  isWide = false,
}: {
  readonly label: string;
  /** `name` says a short text in full, for those who hear it: they call a choice by what others see. */
  readonly options: readonly { readonly value: T; readonly text: string; readonly name?: string }[];
  readonly chosen: T | null;
  readonly onChoose: (value: T) => void;
  /** Whether it takes a phone's whole width. */
  readonly isWide?: boolean;
}) {
  const group = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`inline-flex rounded-control bg-sunken p-0.5 inset-ring inset-ring-line ${isWide ? 'max-phone:flex max-phone:basis-full' : ''}`}
    >
      {options.map(({ value, text, name }) => (
        <label
          key={value}
          className="relative flex h-7 cursor-pointer items-center justify-center rounded-[4px] px-2.5 text-sm whitespace-nowrap text-text-soft hover:text-text has-checked:bg-thumb has-checked:font-medium has-checked:text-text has-checked:ring has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-phone:h-9 max-phone:flex-1 max-phone:px-2"
        >
          <input
            type="radio"
            name={group}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            aria-label={name === undefined ? text : `${text}, ${name}`}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </div>
  );
}
