/** States that are told apart by form before colour. */
export type ShapeName = 'operational' | 'degraded' | 'outage' | 'stale' | 'closed' | 'law' | 'info';

/** The mark of a state: disc with tick, triangle, square with cross, clock, moon, seal, circled i. Takes the colour of its text. */
export function StateShape({
  shape,
  className = 'size-3.5',
}: {
  readonly shape: ShapeName;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 14 14"
      aria-hidden="true"
      className={`flex-none ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {DRAWINGS[shape]}
    </svg>
  );
}

/** The colour of a state's words and shape. */
export const SHAPE_INKS: Readonly<Record<ShapeName, string>> = {
  operational: 'text-operational',
  degraded: 'text-degraded',
  outage: 'text-outage',
  stale: 'text-stale',
  closed: 'text-text-muted',
  law: 'text-text-muted',
  info: 'text-text-muted',
};

const CUT = { stroke: 'var(--color-surface)' };

const DRAWINGS = {
  operational: (
    <>
      <circle cx="7" cy="7" r="6.3" fill="currentColor" stroke="none" />
      <path d="M4.3 7.2l1.9 1.9 3.5-3.9" style={CUT} />
    </>
  ),
  degraded: (
    <>
      <path d="M7 1l6.3 11.5H.7z" fill="currentColor" stroke="none" />
      <path d="M7 5v3.5M7 10.3v.3" style={CUT} />
    </>
  ),
  outage: (
    <>
      <rect x="1" y="1" width="12" height="12" rx="1.5" fill="currentColor" stroke="none" />
      <path d="M4.6 4.6l4.8 4.8M9.4 4.6l-4.8 4.8" style={CUT} />
    </>
  ),
  stale: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path d="M7 4v3.2l2 1.3" />
    </>
  ),
  closed: <path d="M12 8.5A5.5 5.5 0 1 1 5.5 2a4.5 4.5 0 0 0 6.5 6.5z" />,
  law: (
    <>
      <rect x="1.7" y="1.7" width="10.6" height="10.6" rx="1.5" />
      <path d="M4.3 5.2h5.4M4.3 8.8h5.4" />
    </>
  ),
  info: (
    <>
      <circle cx="7" cy="7" r="5.5" />
      <path d="M7 6.6v3M7 4.3v.1" />
    </>
  ),
} as const satisfies Readonly<Record<ShapeName, unknown>>;
