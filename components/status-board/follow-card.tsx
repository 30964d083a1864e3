import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import { useId, useState } from 'react';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { Card } from '#components/ui/card';
import type { BoardReport, BoardSource } from '#lib/contract/status-page';
import { stateName } from '#lib/format/sources/status-words';
import { sourceName } from '#lib/format/sources/source-names';
import { TextLink } from '#components/ui/buttons/text-link';

/** What the badges tell of, and where they are fetched from. */
interface Badges {
  readonly overall: BoardReport['overall'];
  readonly sources: readonly BoardSource[];
  readonly origin: string;
}

/** The ways to hear of it elsewhere, and the rules by which days and incidents are counted. */
export function FollowCard(badges: Badges) {
  return (
    <Card id="follow" title="Follow">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-6 py-4 text-sm text-text-soft max-phone:px-4">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 *:thumb-room print:hidden">
          <TextLink href="/status/feed.atom">Atom feed</TextLink>
          <TextLink href={ENDPOINT_PATHS.status}>{ENDPOINT_PATHS.status}</TextLink>
        </div>
        <p className="max-w-[92ch] text-pretty print:hidden">
          The feed has an entry for each incident, note and planned maintenance. While an incident goes on, it
          says which pairs have no rate. Any feed reader can subscribe to it.
        </p>
        <BadgeMaker {...badges} />
        <CountingRules />
      </div>
    </Card>
  );
}

function BadgeMaker({ overall, sources, origin }: Badges) {
  const [chosen, setChosen] = useState('');
  const field = useId();
  const path = chosen === '' ? '/status/badge.svg' : `/status/badge/${chosen}.svg`;
  const state = sources.find(({ id }) => id === chosen)?.status ?? overall;
  const markdown = `[![${chosen === '' ? 'rates' : chosen} status](${origin}${path})](${origin}/status)`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <label htmlFor={field}>Badge of</label>
      <select
        id={field}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        className="h-8 rounded-control bg-surface px-2 text-text inset-ring inset-ring-control max-phone:h-10 max-phone:text-base"
      >
        <option value="">all sources</option>
        {sources.map(({ id }) => (
          <option key={id} value={id}>
            {sourceName(id)}
          </option>
        ))}
      </select>
      <img
        // By its state, so that another one is another picture.
        src={`${path}?state=${state}`}
        alt={`Badge of ${chosen === '' ? 'all sources' : sourceName(chosen)}: ${stateName(state)}`}
        height={20}
        className="h-5"
      />
      <code
        role="textbox"
        aria-readonly="true"
        tabIndex={0}
        aria-label="Markdown of the badge"
        className="min-w-0 flex-1 basis-72 overflow-x-auto rounded-control bg-sunken px-2 py-1.5 font-mono text-xs whitespace-nowrap text-text select-all"
      >
        {markdown}
      </code>
      <CopyButton label="Copy Markdown" text={markdown} />
    </div>
  );
}

function CountingRules() {
  return (
    <div className="grid max-w-[92ch] gap-1.5 text-pretty text-text-muted">
      <p>
        <b className="font-medium text-text-soft">Up means not in outage.</b> The percentage is the part of
        the watched time of these 90 days that was not in outage, rounded down to two decimals. Degraded time
        counts as up, because figures are served; its days are drawn amber and shorter. Time without checks is
        neither up nor down: it is left out, and a day without any check is drawn hollow. A check covers
        fifteen minutes or three of its source’s intervals, whichever is longer; the time after that is
        without checks. Days are UTC days.
      </p>
      <p>
        <b className="font-medium text-text-soft">An incident</b> opens when a source leaves operational and
        closes when it is operational again. A source that falls back within ten minutes goes on with the same
        one. Figures that aged only because this service did not ask for newer ones open none.
      </p>
    </div>
  );
}
