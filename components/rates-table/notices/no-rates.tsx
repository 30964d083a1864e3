import { Blank } from '#components/ui/notices/blank';
import { isMissingNow, NoFigures, SourcesLink } from '#components/ui/notices/no-figures';
import { WhyNone } from '#components/ui/notices/why-none';
import { DEFAULT_RATES_VIEW } from '#lib/client/address/rates-address';
import { startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { useServed } from '#components/frame/page-root';
import type { ClientError } from '#lib/client/asking/ask';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import type { RatesState } from '#components/rates-table/model/use-rates.ts';

/** Where the service has no rates on the base: what is, why, what to do. */
export function NoRates({
  state: { view, base, show },
  error,
}: {
  readonly state: RatesState;
  readonly error: ClientError;
}) {
  const { client } = useServed();
  const usual = DEFAULT_RATES_VIEW.base;
  if (view.date === null && view.source === null && view.base === usual) return <NoFigures error={error} />;
  const name = `${base.name} (${view.base})`;
  const isBack = view.date === null && isMissingNow(error);
  return (
    <Blank
      title={
        view.date !== null
          ? `There are no rates on ${name} for ${dayText(startOfDay(view.date))}`
          : isBack
            ? `There are no current rates on ${name}`
            : view.source === null
              ? `No source has ${name}`
              : `${capital(sourceInText(view.source))} has no rates on ${name}`
      }
      failure={error}
      ways={[
        view.date !== null && { text: 'Show current rates', act: () => show({ date: null }) },
        view.source !== null && { text: 'Ask every source', act: () => show({ source: null }) },
        view.base !== usual && { text: `Show rates on ${usual}`, act: () => show({ base: usual }) },
      ]}
      actions={isBack && <SourcesLink error={error} />}
    >
      {isBack && (
        <p>There is no figure that may be served now. The rates come back by themselves with the next one.</p>
      )}
      <WhyNone
        client={client}
        pair={{ from: view.base, to: view.base, date: view.date }}
        missing={view.date === null ? 'rate' : 'day'}
        chosen={view.source && [view.source]}
      />
    </Blank>
  );
}
