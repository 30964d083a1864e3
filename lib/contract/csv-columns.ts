/** The columns of each answer that is also given as a table (`format=csv`), by the name of its endpoint. */
export const CSV_COLUMNS = {
  rates: ['code', 'base', 'rate', 'source', 'timestamp'],
  compare: ['source', 'from', 'to', 'rate', 'timestamp', 'age', 'code', 'message'],
  historical: ['timestamp', 'from', 'to', 'rate', 'source'],
  series: ['day', 'code', 'base', 'rate', 'source'],
} as const;

/** The columns that `group` adds to a history. */
export const PERIOD_COLUMNS = ['period', 'days', 'complete'] as const;
