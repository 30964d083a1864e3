'use client';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** `field` stands among fields, `line` within a line that leaves it little room; `chip` among chips and says by its colour that it chooses something. */
export type ChoiceLook = 'field' | 'line' | 'chip';

const LOOKS: Readonly<Record<ChoiceLook, string>> = {
  field: 'h-8 flex-none bg-surface px-2.5 text-text inset-ring inset-ring-control max-phone:h-10',
  line: 'h-7 min-w-0 bg-surface px-2.5 text-text inset-ring inset-ring-control max-phone:h-10',
  chip: 'h-7 flex-none px-2.5 text-text-soft inset-ring inset-ring-line-strong hover:text-text data-chosen:bg-accent-wash data-chosen:font-medium data-chosen:text-accent data-chosen:inset-ring-accent-line max-phone:h-9',
};

/** One of many: what is chosen stands in our words, the list itself is the browser's, which every device has a good one of. */
export function Choice({
  label,
  value,
  look = 'field',
  isChosen = false,
  shown,
  children,
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly look?: ChoiceLook;
  readonly isChosen?: boolean;
  readonly shown: ReactNode;
  /** The options. */
  readonly children: ReactNode;
  readonly onChoose: (value: string) => void;
}) {
  return (
    <span
      data-chosen={isChosen ? '' : undefined}
      className={`relative inline-flex items-center gap-2 rounded-control text-sm whitespace-nowrap focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus print:inset-ring-transparent ${LOOKS[look]}`}
    >
      <span aria-hidden="true" className="inline-flex min-w-0 items-center gap-2">
        {shown}
      </span>
      <ChevronDown aria-hidden="true" className="size-4 flex-none text-text-muted print:hidden" />
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        className="absolute inset-0 w-full cursor-pointer text-base opacity-0 print:hidden"
      >
        {children}
      </select>
    </span>
  );
}
