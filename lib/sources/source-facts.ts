import type { IsoDay } from '#lib/domain/iso-day';
import type { Peg } from '#lib/domain/currencies/peg';
import type { FixingInstant } from '#lib/domain/rates/observation';
import type { FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import type { SourceId } from '#lib/domain/source-id';
import type { TickAges } from '#lib/domain/calendars/staleness';

/** A source that publishes, and so has an upstream, documents and history in the store: every one but `fixed`. */
export type PublisherId = Exclude<SourceId, 'fixed'>;

/** What people read of a source beside its name, its terms and its credit. */
interface SourceWords {
  /** Its publisher where there is little room, as the market says it: `ECB`; its name where that is short. */
  readonly shortName?: string;
  /** Its publisher within a sentence, where that is more than its name: `the European Central Bank`. */
  readonly nameInText?: string;
  /** What kind of figure it gives, in two or three words: `reference rate`. */
  readonly kind: string;
  /** What it publishes and since when, in a sentence. */
  readonly figures: string;
  /** When it publishes, in a sentence. */
  readonly schedule: string;
  /** On which days it has a figure, in a sentence: what an empty chart says. */
  readonly habit: string;
}

/** What every source is and allows. Known without anything that fetches or parses. */
interface CommonFacts {
  readonly name: string;
  /** The publisher's terms in one sentence, and the credit it asks for. */
  readonly terms: string;
  readonly attribution: string;
  readonly words: SourceWords;
  /** Whether it is read unless SOURCES says otherwise: not where a publisher's terms restrict it, for then the operator decides. */
  readonly isOnByDefault: boolean;
  /** Whether pages show it to people who are not signed in, unless ANONYMOUS_SOURCES says otherwise: official figures, and law. */
  readonly isOfficial: boolean;
}

/** The pegs; there is no upstream, the table ships with the product. */
export interface PegTable extends CommonFacts {
  readonly id: 'fixed';
  readonly pegs: readonly Peg[];
}

/** The facts of a publisher: the same for every kind. */
export interface PublisherFacts extends CommonFacts {
  readonly id: PublisherId;
  /** Whether its terms let this service hand on its documents themselves, byte for byte. */
  readonly mayPassOnDocuments: boolean;
  /** The publisher's page for people. */
  readonly page: string;
  /** The currency that crosses inside this source may go through beside USD and EUR. */
  readonly base: string;
  /** How many pairs the newest publication or poll is expected to hold; fewer than half is a failed poll. */
  readonly expectedPairs: number;
  /** The pairs that each poll asks for by name, as `EUR/USD`; absent where the publisher decides what it gives. */
  readonly askedPairs?: readonly string[];
  /** How figures are rounded by the validation where the publisher prints float noise: `7 significant digits`; null: never. */
  readonly roundedByUs: string | null;
}

/** The facts of a source that publishes once a period. */
export interface FixingFacts extends PublisherFacts {
  readonly cadence: 'fixing';
  readonly schedule: FixingSchedule;
  /** The publisher's own hour, in words: `about 16:00 in Frankfurt`. */
  readonly hours: string;
  /** What a weekday without a figure is called, and those that have a name of their own, by month and day; Easter, Christmas and New Year have theirs everywhere. */
  readonly holiday: string;
  readonly holidayNames: Readonly<Record<string, string>>;
  readonly fixingInstant: FixingInstant;
  /** First day the publisher has figures for. */
  readonly firstDay: IsoDay;
  /** How often it is asked while its next publication is due, and while none is. */
  readonly polling: { readonly dueMs: number; readonly gapMs: number };
}

/** The facts of a market that quotes all the time while it is open. */
export interface TickFacts extends PublisherFacts {
  readonly cadence: 'tick';
  /** `forex` is open Sunday 17:00 to Friday 17:00 New York time; its closing figures count until it opens. */
  readonly market: 'always' | 'forex';
  readonly ages: TickAges;
  readonly polling: { readonly intervalMs: number };
}

/** A source as the registry lists it: the facts of one that publishes, or the table of pegs, which is all facts. */
export type ListedSource = FixingFacts | TickFacts | PegTable;

/** The exchanges to choose from with CRYPTO_EXCHANGE. */
export type ExchangeName = 'kraken' | 'binance';

/** What `facts.ts` of a source exports as `FACTS`: its facts, or those of each exchange that it may read. */
export type DeclaredFacts = ListedSource | Readonly<Record<ExchangeName, ListedSource>>;
