import type { RowCounts } from '#lib/store/backup/backup-file';

const FIGURES = ['obs_day', 'tick_recent', 'tick_minute', 'tick_hour', 'tick_day'];

/** What a backup holds, in words: `figures: 217555, series: 41, documents: 2, accounts: 1, API keys: 3`. */
export function contentsLine(rows: RowCounts): string {
  const figures = FIGURES.reduce((sum, table) => sum + (rows[table] ?? 0), 0);
  return `figures: ${figures}, series: ${rows['series'] ?? 0}, documents: ${rows['body'] ?? 0}, accounts: ${rows['account'] ?? 0}, API keys: ${rows['api_key'] ?? 0}`;
}
