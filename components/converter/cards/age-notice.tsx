import { useServed } from '#components/frame/page-root';
import { useSourceNotes } from '#components/frame/source-notes';
import { TextLink } from '#components/ui/buttons/text-link';
import { NoticeRow } from '#components/ui/notices/notice-row';
import type { ConverterState } from '#components/converter/model/use-converter.ts';
import { instantText, weekdayText } from '#lib/format/instants';
import { nextExpected, type Timetables } from '#lib/format/sources/next-expected';
import { capital, sourceInText } from '#lib/format/sources/source-names';

/** Sentences about a figure that is behind its publisher's timetable, of the leg that is. */
export function AgeNotice({
  view,
  face,
  timetables,
}: Pick<ConverterState, 'view' | 'face'> & {
  readonly timetables: Timetables;
}) {
  const { clock } = useServed();
  const notes = useSourceNotes();
  if (face.kind !== 'filled') return null;
  const { age, legs } = face.conversion.provenance;
  const behind = legs.find((leg) => leg.age === age);
  if (!behind) return null;
  const { source, observedAt, newerHeldAt } = behind;
  const name = capital(sourceInText(source));
  const isFixing = notes.get(source)?.rhythm === 'fixing';
  // Banks publish once a day, markets by the second.
  const instant = (text: string) => (isFixing ? weekdayText : instantText)(new Date(text));
  const at = instant(observedAt);
  const why = <TextLink href="/status">Why</TextLink>;
  if (newerHeldAt !== undefined) {
    return (
      <NoticeRow tone="stale" title="A newer figure is held for review.">
        {name} has one of {instant(newerHeldAt)}; the figure of {at} is shown. {why}
      </NoticeRow>
    );
  }
  if (age === 'stale') {
    return (
      <NoticeRow tone="stale" title="This rate is stale.">
        {isFixing
          ? `${name} has missed two publications; this figure is of ${at}.`
          : `${name} has no newer quote; this figure is of ${at}.`}{' '}
        {view.source === null && 'No other source has a fresher one for this pair. '}
        {why}
      </NoticeRow>
    );
  }
  const next = nextExpected(timetables, [behind], clock.servedAtMs + clock.offsetMs);
  return (
    <NoticeRow tone="degraded" title={`${name} is late.`}>
      {next.kind === 'release' && `Its next figures were due ${instantText(next.dueAt)}. `}
      The figure of {at} is shown. {why}
    </NoticeRow>
  );
}
