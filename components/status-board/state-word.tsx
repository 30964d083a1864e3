import { SHAPE_INKS, StateShape } from '#components/ui/state-shape';
import type { Health } from '#lib/domain/health/source-health';
import { stateName } from '#lib/format/sources/status-words';

/** The shape of a state; grey when what it says may be over. */
export function StateMark({ status, isStale }: { readonly status: Health; readonly isStale: boolean }) {
  return (
    <span className={isStale ? 'text-text-muted' : SHAPE_INKS[status]}>
      <StateShape shape={status} className="size-4" />
    </span>
  );
}

/** A state as a word; of an old report it says that it was. */
export function StateWord({ status, isStale }: { readonly status: Health; readonly isStale: boolean }) {
  return (
    <span className={`font-medium ${isStale ? 'text-text-muted' : SHAPE_INKS[status]}`}>
      {isStale ? `Was ${status}` : stateName(status)}
    </span>
  );
}
