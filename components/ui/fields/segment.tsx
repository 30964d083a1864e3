'use client';
import { type ReactNode, useId } from 'react';

const TOOL = 'h-7 text-sm max-phone:h-9 max-phone:flex-1';

/** `field` stands among the fields of a form under its legend, `tool` in a bar of tools, `row` is one that fills a phone's width, `note` in a head of small print. */
const LOOKS = {
  field: 'h-8 min-w-0 flex-1 px-1 text-sm max-phone:h-10',
  tool: `${TOOL} px-2.5 max-phone:px-2`,
  row: `${TOOL} px-2 max-phone:px-1`,
  note: 'h-6 px-2 text-xs max-phone:h-9',
} as const;

/** One of a few, all in sight: radio buttons in a row, so arrow keys move and a form carries the choice under `name`. */
export function Segment<Value extends string>({
  look,
  name,
  legend,
  options,
  chosen,
  hint,
  className = '',
  onChoose,
}: {
  readonly look: keyof typeof LOOKS;
  readonly name?: string;
  readonly legend: string;
  /** `name` says a short text in full, for those who hear it: they call a choice by what others see. */
  readonly options: readonly { readonly value: Value; readonly text: string; readonly name?: string }[];
  readonly chosen: Value | null;
  readonly hint?: ReactNode;
  readonly className?: string;
  readonly onChoose: (value: Value) => void;
}) {
  const group = useId();
  return (
    <fieldset role="radiogroup" aria-label={legend} className={`min-w-0 ${className}`}>
      {look === 'field' && <legend className="mb-1 text-sm font-medium">{legend}</legend>}
      <div className="flex rounded-control bg-sunken p-0.5 inset-ring inset-ring-line">
        {options.map((option) => (
          <label
            key={option.value}
            className={`relative flex cursor-pointer items-center justify-center rounded-[4px] whitespace-nowrap text-text-soft hover:text-text has-checked:bg-thumb has-checked:font-medium has-checked:text-text has-checked:ring has-checked:ring-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${LOOKS[look]}`}
          >
            <input
              type="radio"
              name={name ?? group}
              value={option.value}
              checked={option.value === chosen}
              onChange={() => onChoose(option.value)}
              aria-label={option.name === undefined ? undefined : `${option.text}, ${option.name}`}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0 outline-none"
            />
            {option.text}
          </label>
        ))}
      </div>
      {hint !== undefined && <p className="mt-1 text-xs text-text-muted">{hint}</p>}
    </fieldset>
  );
}
