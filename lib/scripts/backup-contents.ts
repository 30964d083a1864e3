import type { RowCounts } from '#lib/store/backup/backup-file';

const FIGURES = ['obs_day', 'tick_recent', 'tick_minute', 'tick_hour', 'tick_day'];

/** What a backup holds, in words: `217555 figures of 31 pairs, 2 documents, 1 accounts and 3 keys`. */
export function contentsLine(rows: RowCounts): string {
  const figures = FIGURES.reduce((sum, table) => sum + (rows[table] ?? 0), 0);
  return `figures: ${figures}, series: ${rows['series'] ?? 0}, documents: ${rows['body'] ?? 0}, accounts: ${rows['account'] ?? 0}, API keys: ${rows['api_key'] ?? 0}`;
}
