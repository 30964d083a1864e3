import { connection } from 'next/server';
import { ConversionSheet } from '#components/converter/conversion-sheet';
import { Blank } from '#components/ui/blank';
import { createRatesClient } from '#lib/client/rates-client';
import { currencyLabel } from '#lib/format/currencies';
import { service } from '#lib/service';

const FROM = 'EUR';
const TO = 'USD';
const AMOUNT = '100';

/** One live conversion, asked of the same handlers that answer /v1. */
export default async function ConverterPage() {
  await connection();
  const { inProcess } = await service();
  const conversion = await createRatesClient(inProcess).convert({ from: FROM, to: TO, amount: AMOUNT });
  return (
    <main className="mx-auto max-w-page px-16 py-8 max-lg:px-6 max-sm:px-0">
      <h1 className="mb-4 text-xl font-medium tracking-title max-sm:px-4">Crossrate</h1>
      {conversion.ok ? (
        <ConversionSheet conversion={conversion.value} from={currencyLabel(FROM)} to={currencyLabel(TO)} />
      ) : (
        <Blank title={`There is no rate for ${FROM} to ${TO} yet`}>
          <p>{conversion.error.message}</p>
          <p className="mt-3">
            The figures come by themselves once a source answers. To load history from a publisher’s file:
          </p>
          <pre className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 font-mono text-sm text-text">
            npm run import -- --source ecb --file eurofxref-hist.zip
          </pre>
        </Blank>
      )}
    </main>
  );
}
