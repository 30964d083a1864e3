import type { Provenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { ageWord, wasAgeWord } from '#lib/format/sources/age-words';
import { type ShapeName, StateShape } from '#components/ui/state-shape';

const FACES: Readonly<Record<Provenance['age'], { readonly shape: ShapeName; readonly tone: string }>> = {
  fresh: { shape: 'operational', tone: 'bg-operational-wash text-operational' },
  closed: { shape: 'closed', tone: 'text-text-soft inset-ring inset-ring-line-strong' },
  late: { shape: 'degraded', tone: 'bg-degraded-wash text-degraded' },
  stale: { shape: 'stale', tone: 'bg-stale-wash text-stale' },
  law: { shape: 'law', tone: 'text-text-soft inset-ring inset-ring-line-strong' },
};

/** How current a figure of some sources is, by shape, word and colour; grey once nobody can say (`isUnsure`, without a network). */
export function AgeTag({
  age,
  sources,
  isUnsure = false,
}: {
  readonly age: Provenance['age'];
  /** Whose figures it is made of. */
  readonly sources: readonly SourceId[];
  readonly isUnsure?: boolean;
}) {
  const { shape, tone } = FACES[age];
  const look = isUnsure ? 'text-text-muted inset-ring inset-ring-line-strong' : tone;
  return (
    <span
      className={`inline-flex items-center gap-1.25 rounded-tag px-1.5 text-xs leading-5 whitespace-nowrap ${look}`}
    >
      <StateShape shape={shape} className="size-2.75" />
      {isUnsure ? wasAgeWord(age, sources) : ageWord(age, sources)}
    </span>
  );
}
