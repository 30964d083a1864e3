import { FreshSecret } from '#components/account/fresh-secret';
import type { KeyRow, MadeKey } from '#lib/contract/account';
import { curlRequest } from '#lib/format/curl-line';

const FIRST_QUESTION = { from: 'USD', to: 'JPY', amount: '1200' };

/** A key that was just made. */
export function FreshKey({
  made: { key, secret },
  row,
  onStored,
}: {
  readonly made: MadeKey;
  /** The key as it is listed now. */
  readonly row: KeyRow | undefined;
  readonly onStored: () => void;
}) {
  const curl = (shown: string) => curlRequest(window.location.origin, FIRST_QUESTION, shown);
  return (
    <FreshSecret
      name={`New key ${key.name}`}
      title={`“${key.name}” is ready. Copy the key now.`}
      about="It is shown this once and is not stored in readable form. Lost keys are replaced, not recovered."
      copies={[
        { label: 'Copy key', text: secret },
        { label: 'Copy curl', text: curl(secret), shown: curl(`${key.prefix}…`) },
      ]}
      said={
        row?.lastUsedAt === null || row === undefined
          ? 'Waiting for the first request with this key.'
          : 'The first request with this key has arrived.'
      }
      onStored={onStored}
    />
  );
}
