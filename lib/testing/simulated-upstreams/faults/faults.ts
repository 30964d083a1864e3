import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';

/** What a simulated publisher can do wrong; each acts on every document of the publisher until it is taken back. */
export const FAULTS = [
  /** Nothing listens: connections are refused. */
  'refuse',
  /** Connections are accepted and reset. */
  'reset',
  /** Requests are accepted and never answered. */
  'hang',
  /** The document arrives at one byte a second. */
  'drip',
  /** Half of the promised Content-Length arrives. */
  'cut',
  /** A few KB of gzip that unpack to more than 32 MiB. */
  'gzip_bomb',
  /** Status 200 with an HTML page. */
  'html',
  /** The same with the content type of the document. */
  'html_as_data',
  /** A redirect to itself. */
  'redirect_loop',
  /** A redirect to another port of this machine. */
  'redirect_to_loopback',
  /** 429 with Retry-After: 1. */
  'too_many_requests',
  /** Every date is two weeks ahead. */
  'wrong_date',
  /** Every figure is one over itself. */
  'inverted',
  /** Every figure is a hundred times too large. */
  'times_100',
  /** The decimal point of one figure of the newest publication is one place too far right. */
  'digit_shifted',
  /** An empty body; where that is no document, the publisher's own way to say that there is nothing. */
  'empty',
  /** The documents are those of the instant at which the fault was set. */
  'stale',
  /** Status 500. */
  'server_error',
  /** Every figure is the text NaN. */
  'nan',
  /** 60 % of the pairs are missing. */
  'dropped_60',
] as const;

export type Fault = (typeof FAULTS)[number];

/** Whether a text names a fault. */
export function isFault(text: string): text is Fault {
  return (FAULTS as readonly string[]).includes(text);
}

/** A source with an upstream: all but the table of pegs. */
export type PolledSourceId = Exclude<SourceId, 'fixed'>;

/** Every source that is simulated, in the order of priority: all with an upstream. */
export const SIMULATED_SOURCES: readonly PolledSourceId[] = SOURCE_IDS.filter((id) => id !== 'fixed');

/** Whether a text names a simulated source. */
export function isSimulatedSource(text: string): text is PolledSourceId {
  return (SIMULATED_SOURCES as readonly string[]).includes(text);
}
