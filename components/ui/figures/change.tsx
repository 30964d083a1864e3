import { changeText } from '#lib/format/rates/rates-change';

const FACES = {
  up: { arrow: '▲', ink: 'text-up' },
  down: { arrow: '▼', ink: 'text-down' },
  flat: { arrow: '', ink: 'text-text-muted' },
} as const;

/** A movement in percent: arrow, sign, figure and colour together; a dash where nothing is known. */
export function Change({ percent }: { readonly percent: number | null }) {
  if (percent === null) return <span className="text-text-muted">–</span>;
  const { direction, figure } = changeText(percent);
  const { arrow, ink } = FACES[direction];
  return (
    <span data-arrow={arrow} className={`movement ${ink}`}>
      {`${figure}%`}
    </span>
  );
}
