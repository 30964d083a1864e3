import type { Provenance } from '#lib/contract/responses';
import { type ShapeName, StateShape } from './state-shape.tsx';

const FACES: Readonly<
  Record<Provenance['age'], { readonly word: string; readonly shape: ShapeName; readonly tone: string }>
> = {
  fresh: { word: 'Fresh', shape: 'operational', tone: 'bg-operational-wash text-operational' },
  late: { word: 'Late', shape: 'degraded', tone: 'bg-degraded-wash text-degraded' },
  stale: { word: 'Stale', shape: 'stale', tone: 'bg-stale-wash text-stale' },
  law: { word: 'By law', shape: 'law', tone: 'text-text-soft inset-ring inset-ring-line-strong' },
};

/** How current a figure is, by shape, word and colour; grey once nobody can say (`isUnsure`, without a network). */
export function AgeTag({
  age,
  isUnsure = false,
}: {
  readonly age: Provenance['age'];
  readonly isUnsure?: boolean;
}) {
  const { word, shape, tone } = FACES[age];
  const look = isUnsure ? 'text-text-muted inset-ring inset-ring-line-strong' : tone;
  return (
    <span
      className={`inline-flex items-center gap-1.25 rounded-tag px-1.5 text-xs leading-5 whitespace-nowrap ${look}`}
    >
      <StateShape shape={shape} className="size-2.75" />
      {isUnsure ? `Was ${word.toLowerCase()}` : word}
    </span>
  );
}
