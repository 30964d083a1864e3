import type { Direction, Movement } from '#lib/format/charts/chart-numbers';

const COLOURS: Readonly<Record<Direction, string>> = {
  up: 'text-up',
  down: 'text-down',
  flat: 'text-text-muted',
};
const ARROWS: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', flat: '' };

/** A movement by arrow, sign and colour together; nothing of the three where there is none. */
export function MovementText({
  movement: { direction, text },
  hasArrow = true,
}: {
  readonly movement: Movement;
  readonly hasArrow?: boolean;
}) {
  return (
    <span className={`inline-flex items-baseline gap-1 whitespace-nowrap ${COLOURS[direction]}`}>
      {hasArrow && direction !== 'flat' && (
        <span aria-hidden="true" className="text-[0.625em]">
          {ARROWS[direction]}
        </span>
      )}
      <span>{text}</span>
    </span>
  );
}
