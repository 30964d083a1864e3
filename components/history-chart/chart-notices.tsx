import { Button } from '#components/ui/buttons/button';
import { ConnectionNotice } from '#components/ui/notices/notice-connection';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { startOfDay } from '#lib/domain/iso-day';
import { chartDate } from '#lib/format/charts/chart-dates';
import { sourceInText } from '#lib/format/sources/source-names';
import type { ChartState } from './use-chart.ts';

const KEPT = 'Your range and lines are kept in the address.';

/** What a visitor has to know before reading the chart: one row each. */
export function ChartNotices({ state }: { readonly state: ChartState }) {
  const { ignored, view, face } = state;
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={ignored} />
      <ConnectionNotice connection={state} limited={KEPT} still={KEPT} />
      {face.kind !== 'none' && <KnownNotice state={state} />}
      {/* Why there is no difference stands in its place. */}
      {view.against === null && <LinesNotDrawn state={state} />}
    </div>
  );
}

/** Above a chart of what was known on an earlier day. */
function KnownNotice({ state: { view, show } }: { readonly state: ChartState }) {
  if (view.knownAt === null) return null;
  return (
    <NoticeRow
      tone="info"
      title={`As known on ${chartDate(startOfDay(view.knownAt).getTime(), 'long')}.`}
      actions={
        <Button look="line" size="sm" onClick={() => show({ knownAt: null })}>
          Show what is known now
        </Button>
      }
    >
      The chart and its table show the history as this service knew it at the end of that day (UTC), before
      later figures and corrections. The rate above is the current one.
    </NoticeRow>
  );
}

/** Which lines are missing beside those that are drawn, and why; a chart without any line has a face of its own. */
function LinesNotDrawn({ state: { absent, face } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled') return null;
  const missing = absent.map(({ line: { base, quote, source }, message }) => ({
    what: `${base}/${quote} from ${source === null ? 'any source' : sourceInText(source)}`,
    why: message ?? 'It has no figures in this range.',
  }));
  const apart = face.model.apart.map(({ base, quote }) => ({
    what: `${base}/${quote}`,
    why: 'It has no day in common with the other pairs in this range, so they cannot be indexed together.',
  }));
  return [...missing, ...apart].map(({ what, why }) => (
    <NoticeRow key={what} tone="degraded" title={`${what} is not shown.`}>
      {why}
    </NoticeRow>
  ));
}
