/** How a line looks: its colour and its dash tell it apart, the first one is thicker. */
export interface LineLook {
  readonly colour: string;
  readonly dash: string | undefined;
  readonly width: number;
}

const FIRST_LOOK: LineLook = { colour: 'var(--color-series-1)', dash: undefined, width: 2 };

const LOOKS: readonly LineLook[] = [
  FIRST_LOOK,
  { colour: 'var(--color-series-2)', dash: '5 3', width: 1.4 },
  { colour: 'var(--color-series-3)', dash: '1.5 3', width: 1.4 },
  { colour: 'var(--color-series-4)', dash: '8 3 1.5 3', width: 1.4 },
  { colour: 'var(--color-series-5)', dash: '3 2', width: 1.4 },
];

/** The look of the line with this number, from 0. */
export function lineLook(place: number): LineLook {
  return LOOKS[place] ?? FIRST_LOOK;
}

/** A short piece of a line, beside its name. */
export function LineSwatch({ place }: { readonly place: number }) {
  const { colour, dash } = lineLook(place);
  return (
    <svg viewBox="0 0 16 8" aria-hidden="true" className="h-2 w-4 flex-none">
      <path d="M0 4H16" fill="none" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
    </svg>
  );
}
