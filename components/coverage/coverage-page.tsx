import { Button, ButtonLink } from '#components/ui/buttons/button';
import { Card } from '#components/ui/card';
import { Blank } from '#components/ui/notices/blank';
import { PageHead } from '#components/ui/page-head';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import { coverageAddress } from '#lib/client/address/coverage-address';
import type { FoundCoverage, PairCoverage } from '#lib/client/history/coverage-client';
import type { SourceId } from '#lib/domain/source-id';
import { listText, sourceInText } from '#lib/format/sources/source-names';
import { CoverageCard } from './coverage-card.tsx';

/** Which days of a pair a source has, beside its calendar; `found` is null where that could not be asked. */
export function CoveragePage({
  source: id,
  pair,
  found,
}: {
  readonly source: SourceId;
  readonly pair: ChartPair;
  readonly found: FoundCoverage | null;
}) {
  const { base, quote } = pair;
  const pairs = found?.kind === 'found' ? found.pairs : [];
  return (
    <>
      <PageHead
        title={`Coverage of ${base}/${quote} from ${sourceInText(id)}`}
        action={
          <ButtonLink look="line" href={`/charts/${base}/${quote}?range=max&sources=${id}`}>
            Show the chart
          </ButtonLink>
        }
      >
        Which days have a figure here, counted against the publisher’s calendar from the first figure that is
        stored. {crossText(pair, pairs)}
      </PageHead>
      <div className="grid gap-6 max-phone:gap-4">
        <Card>
          <PairForm id={id} pair={pair} />
          {found === null && (
            <Blank title="The days could not be counted">
              <p>The service did not answer in time. Load the page again.</p>
            </Blank>
          )}
          {found?.kind === 'refused' && (
            <Blank title={`No coverage for ${base}/${quote}`} failure={found.error}>
              <p>{found.error.message}</p>
            </Blank>
          )}
        </Card>
        {pairs.map((one) => (
          <CoverageCard key={`${one.coverage.base}/${one.coverage.quote}`} of={one} />
        ))}
      </div>
    </>
  );
}

/** That a pair is no published one, but calculated from others. */
function crossText({ base, quote }: ChartPair, pairs: readonly PairCoverage[]): string {
  const names = pairs.map(({ coverage }) => `${coverage.base}/${coverage.quote}`);
  if (names.length < 2) return '';
  return `${base}/${quote} is calculated from ${listText(names)}: a day has a rate only if both have a figure.`;
}

const FIELD =
  'h-8 w-24 rounded-control bg-surface px-2.5 text-sm uppercase inset-ring inset-ring-control outline-none focus:inset-ring-2 focus:inset-ring-focus max-phone:h-10 max-phone:text-[16px]';

/** Another pair; works without any code. */
function PairForm({ id, pair }: { readonly id: SourceId; readonly pair: ChartPair }) {
  const field = (name: 'base' | 'quote', label: string) => (
    <label className="flex items-center gap-2 text-sm text-text-soft">
      {label}
      <input
        key={pair[name]}
        name={name}
        defaultValue={pair[name]}
        required
        minLength={2}
        maxLength={10}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={`${FIELD} text-text`}
      />
    </label>
  );
  return (
    <form
      action={coverageAddress(id)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 py-3 max-phone:px-4 print:hidden"
    >
      {field('base', 'Base')}
      {field('quote', 'Quote')}
      <Button look="line" type="submit">
        Show this pair
      </Button>
    </form>
  );
}
