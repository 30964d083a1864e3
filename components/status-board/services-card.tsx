import { Card } from '#components/ui/card';
import { Age, type PageClock } from '#components/ui/figures/ticking-time';
import type { BoardReport } from '#lib/contract/status-page';
import { latencyText } from '#lib/format/sources/status-words';
import { StateMark, StateWord } from './state-word.tsx';

/** The parts of the service itself, side by side: how quick each is; of ingest, which answers nobody, when it last checked a source. */
export function ServicesCard({
  board: { services, sources },
  isStale,
  clock,
}: {
  readonly board: Pick<BoardReport, 'services' | 'sources'>;
  readonly isStale: boolean;
  readonly clock: PageClock;
}) {
  const checkedAt = sources
    .flatMap((source) => source.checkedAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <Card>
      <h2 className="sr-only">Parts of the service</h2>
      <ul aria-label="Parts of the service" className="grid grid-cols-4 max-lg:grid-cols-1">
        {services.map(({ service, status, latencyMs }) => (
          <li
            key={service}
            className="flex items-center gap-2.5 border-l border-line px-6 py-3.5 first:border-l-0 max-lg:border-t max-lg:border-l-0 max-lg:py-3 max-lg:first:border-t-0 max-phone:px-4"
          >
            <StateMark status={status} isStale={isStale} />
            <span className="font-mono font-medium">{service}</span>
            <StateWord status={status} isStale={isStale} />
            <span className="ml-auto text-sm whitespace-nowrap text-text-soft">
              {service !== 'ingest' ? (
                <>
                  <span className="sr-only">Latency </span>
                  {latencyText(latencyMs)}
                </>
              ) : checkedAt === undefined ? (
                'no check yet'
              ) : (
                <>
                  checked <Age instant={checkedAt} clock={clock} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
