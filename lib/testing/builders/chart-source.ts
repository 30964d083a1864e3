import { rhythmFacts, rhythmOf, type SeriesRhythm } from '#lib/domain/series/series-gaps-rhythm';
import type { SourceId } from '#lib/domain/source-id';
import { type ChartSource, chartSources, servedChartSources } from '#lib/format/charts/chart-source';
import { listSources } from '#lib/sources/registry';

/** When a rhythm is told unless a test says otherwise. */
const NOW = new Date('2026-04-14T08:00:00Z');

/** What a chart knows of a source of the registry, as the server tells it at `now`. */
export function aChartSource(id: SourceId, now = NOW): ChartSource {
  return chartSources(servedChartSources(listSources('kraken'), now))(id);
}

/** The rhythm of a source of the registry, as the server tells it at `now`. */
export function aRhythm(id: SourceId, now = NOW): SeriesRhythm {
  const source = listSources('kraken').find((one) => one.id === id);
  if (source === undefined) throw new Error(`${id} is not in the registry`);
  return rhythmOf(rhythmFacts(source, now));
}
