import { Blank } from '#components/ui/notices/blank';
import { Button } from '#components/ui/buttons/button';
import { isMissingNow, NoFigures, SourcesLink } from '#components/ui/notices/no-figures';
import { WhyNone } from '#components/ui/notices/why-none';
import { DEFAULT_RATES_VIEW } from '#lib/client/address/rates-address';
import type { ClientError, RatesClient } from '#lib/client/rates/rates-client';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import type { RatesState } from '#components/rates-table/model/use-rates.ts';

/** Where the service has no rates on the base: what is, why, what to do. */
export function NoRates({
  client,
  state: { view, base, show },
  error,
}: {
  readonly client: RatesClient;
  readonly state: RatesState;
  readonly error: ClientError;
}) {
  if (view.source === null && view.base === DEFAULT_RATES_VIEW.base) return <NoFigures error={error} />;
  const name = `${base.currency.name} (${view.base})`;
  const isBack = isMissingNow(error);
  return (
    <Blank
      title={
        isBack
          ? `There are no current rates on ${name}`
          : view.source === null
            ? `No source has ${name}`
            : `${capital(sourceInText(view.source))} has no rates on ${name}`
      }
      failure={error}
      actions={
        <>
          {view.source !== null && (
            <Button look="main" onClick={() => show({ source: null })}>
              Ask every source
            </Button>
          )}
          {view.base !== DEFAULT_RATES_VIEW.base && (
            <Button
              look={view.source === null ? 'main' : 'line'}
              onClick={() => show({ base: DEFAULT_RATES_VIEW.base })}
            >
              Show rates on {DEFAULT_RATES_VIEW.base}
            </Button>
          )}
          {isBack && <SourcesLink error={error} />}
        </>
      }
    >
      {isBack && (
        <p>There is no figure that may be served now. The rates come back by themselves with the next one.</p>
      )}
      <WhyNone
        client={client}
        pair={{ from: view.base, to: view.base }}
        chosen={view.source && [view.source]}
      />
    </Blank>
  );
}
