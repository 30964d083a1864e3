import { NoticeRow } from '#components/ui/notices/notice-row';
import type { ChartState } from './use-chart.ts';
import { sourceInText } from '#lib/format/sources/source-names';

/** Which of the asked lines are missing beside those that are drawn, and why. */
export function LinesNotDrawn({ state }: { readonly state: ChartState }) {
  return (
    <>
      <AbsentLines state={state} />
      <LinesApart state={state} />
    </>
  );
}

/** Lines that others are drawn beside; a chart without any line has a face of its own. */
function AbsentLines({ state: { absent, face } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled' || absent.length === 0) return null;
  return absent.map(({ line: { base, quote, source }, message }) => (
    <NoticeRow
      key={`${base}/${quote} ${source}`}
      tone="degraded"
      title={`${base}/${quote} from ${source === null ? 'any source' : sourceInText(source)} is not shown.`}
    >
      {message ?? 'It has no figures in this range.'}
    </NoticeRow>
  ));
}

/** Lines that cannot be indexed together with the others. */
function LinesApart({ state: { face } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled') return null;
  return face.model.apart.map(({ base, quote }) => (
    <NoticeRow key={`${base}/${quote}`} tone="degraded" title={`${base}/${quote} is not shown.`}>
      It has no day in common with the other pairs in this range, so they cannot be indexed together.
    </NoticeRow>
  ));
}
