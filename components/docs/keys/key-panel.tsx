'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { CopyButton } from '#components/ui/buttons/copy-button';
import { FieldError } from '#components/ui/fields/field-error';
import { accountClient } from '#lib/client/account/account-client';
import { KEYS_QUERY } from '#lib/client/account/account-queries';
import type { KeyRow } from '#lib/contract/account';
import { KEY_VARIABLE } from '#lib/format/request-snippets';
import { hasKeyForm, shownKey } from '#lib/format/account/shown-key';
import { useDocs } from '#components/docs/docs-root';
import { SnippetText } from '#components/docs/snippets/snippet-pane';
import { TextLink } from '#components/ui/buttons/text-link';
import { useLeaveGuard } from '#lib/client/account/leave-guard';

/**
 * The key that the docs work with. A key is shown once, when it is made, and kept as a hash, so nobody can fill in an old one:
 * of a signed-in visitor's keys the ends are shown, and the key itself is pasted into the memory of these pages, or made here.
 */
export function KeyPanel({ maySignedIn }: { readonly maySignedIn: boolean }) {
  const { secret, setSecret } = useDocs();
  const keys = useActiveKeys(maySignedIn);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = keys?.find(({ id }) => id === chosenId) ?? keys?.[0] ?? null;
  const pasted = secret === null ? null : (keys?.find((key) => isThe(key, secret)) ?? null);
  return (
    <section
      aria-label="Your key"
      className="self-start overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0 print:hidden"
    >
      <div className="border-b border-line px-4 py-3">
        <h2 className="mb-1 font-semibold">Your key</h2>
        {secret === null ? (
          <>
            <p className="mb-3 text-sm text-pretty text-text-soft">
              <Advice keys={keys} />
            </p>
            {keys !== null && keys.length > 0 && (
              <KeyChoice keys={keys} chosen={chosen} onChoose={setChosenId} />
            )}
            <PasteField onKey={setSecret} />
          </>
        ) : (
          <Held secret={secret} name={pasted?.name ?? null} isForeign={keys !== null && pasted === null} />
        )}
        {keys !== null && <KeyMaker />}
      </div>
      <ExportLine secret={secret} chosen={chosen} />
    </section>
  );
}

function useActiveKeys(maySignedIn: boolean): readonly KeyRow[] | null {
  const { data } = useQuery({ ...KEYS_QUERY, enabled: maySignedIn, refetchInterval: false });
  return data?.keys.filter(({ state }) => state === 'active') ?? null;
}

function isThe({ prefix, last4 }: KeyRow, secret: string): boolean {
  return shownKey(secret) === `${prefix}…${last4}`;
}

function Advice({ keys }: { readonly keys: readonly KeyRow[] | null }) {
  const link = (text: string) => <TextLink href="/account/keys">{text}</TextLink>;
  if (keys === null) {
    return (
      <>
        {link('Sign in to create a key')}, or paste one you have. It stays in the memory of the docs until you
        leave them, and is sent in the <code className="font-mono text-xs">X-API-Key</code> header only.
      </>
    );
  }
  if (keys.length === 0) {
    return (
      <>
        You are signed in and have no active key yet. {link('Create one')} and paste it here, or create one
        now.
      </>
    );
  }
  return (
    <>
      You are signed in. A key is shown once, when it is created, and kept as a hash: only you can paste it
      whole. It stays in the memory of the docs until you leave them. {link('Manage keys')}
    </>
  );
}

function KeyChoice({
  keys,
  chosen,
  onChoose,
}: {
  readonly keys: readonly KeyRow[];
  readonly chosen: KeyRow | null;
  readonly onChoose: (id: string) => void;
}) {
  const id = useId();
  return (
    <div className="mb-3">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Key
      </label>
      <select
        id={id}
        value={chosen?.id ?? ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        className="h-8 w-full rounded-control bg-surface px-2 text-sm inset-ring inset-ring-control max-phone:h-10 max-phone:text-lg"
      >
        {keys.map((key) => (
          <option key={key.id} value={key.id}>
            {key.name}: {key.prefix}…{key.last4}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Not a password field: a browser would offer to store what is typed there. */
function PasteField({ onKey }: { readonly onKey: (secret: string) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const take = (typed: string): void => {
    const trimmed = typed.trim();
    setText(typed);
    setError(null);
    if (hasKeyForm(trimmed)) onKey(trimmed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError('This is not a whole key. One begins with xr_live_ and has 57 characters.');
  };
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Paste the key
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          onChange={({ currentTarget }) => take(currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="xr_live_…"
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-error`}
          className="h-8 w-full min-w-0 rounded-control bg-surface px-2.5 font-mono text-sm inset-ring inset-ring-control [-webkit-text-security:disc] placeholder-shown:[-webkit-text-security:none] placeholder:text-text-muted focus:outline-2 focus:-outline-offset-2 focus:outline-focus max-phone:h-10 max-phone:text-lg"
        />
        <Button type="submit" look="line">
          Use key
        </Button>
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </form>
  );
}

function Held({
  secret,
  name,
  isForeign,
}: {
  readonly secret: string;
  readonly name: string | null;
  readonly isForeign: boolean;
}) {
  const { setSecret } = useDocs();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="min-w-0 flex-1 basis-56 text-sm text-pretty text-text-soft">
        {name !== null && <b className="font-medium text-text">“{name}” </b>}
        <code className="font-mono whitespace-nowrap text-text">{shownKey(secret)}</code> is in the memory of
        the docs. The boxes send with it.
        {isForeign && ' It is not one of the active keys of your account.'}
      </p>
      <Button look="line" onClick={() => setSecret(null)}>
        Forget it
      </Button>
    </div>
  );
}

/** What puts the key where the examples read it. */
function ExportLine({ secret, chosen }: { readonly secret: string | null; readonly chosen: KeyRow | null }) {
  const line = (key: string) => `export ${KEY_VARIABLE}="${key}"`;
  const shown = secret === null ? chosen && `${chosen.prefix}…${chosen.last4}` : shownKey(secret);
  return (
    <div className="flex items-center gap-2 py-1.5 pr-1.5 pl-4">
      <pre
        tabIndex={0}
        role="group"
        aria-label="The key in the environment"
        className="min-w-0 flex-1 overflow-x-auto py-1 font-mono text-[0.78125rem]/5"
      >
        <SnippetText text={line(shown ?? 'xr_live_…')} />
      </pre>
      {secret !== null && <CopyButton look="ghost" label="Copy line" text={line(secret)} />}
    </div>
  );
}

/**
 * Makes a key of the signed-in account and puts it where the page keeps a pasted one. It is shown in full once, here, so that
 * it can be stored.
 */
function KeyMaker() {
  const { secret, setSecret } = useDocs();
  const queryClient = useQueryClient();
  const [isCopied, setIsCopied] = useState(false);
  const making = useMutation({
    // Without a network it says so at once instead of waiting for one.
    networkMode: 'always',
    mutationFn: () =>
      accountClient.makeKey({ name: 'Docs', expires: '30d', limitPerMinute: null, allowedSources: null }),
    onSuccess: (outcome) => {
      if (!outcome.ok) return;
      const { key, secret: whole } = outcome.value;
      queryClient.setQueryData(KEYS_QUERY.queryKey, (held) => held && { ...held, keys: [key, ...held.keys] });
      setIsCopied(false);
      setSecret(whole);
    },
  });
  const made = making.data?.ok ? making.data.value.secret : null;
  const refusal = making.data?.ok === false ? making.data.error.message : '';
  const isShown = made !== null && made === secret;
  useLeaveGuard(isShown && !isCopied);
  if (isShown) {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="min-w-0 flex-1 basis-56 font-mono text-sm break-all">{made}</code>
        <CopyButton look="main" label="Copy key" text={made} onCopied={() => setIsCopied(true)} />
        <p className="basis-full text-xs text-text-muted">
          Named “Docs”, for 30 days. It is shown this once: store it before you leave.
        </p>
      </div>
    );
  }
  if (secret !== null) return null;
  return (
    <div className="mt-3">
      <Button
        look="line"
        onClick={() => making.isPending || making.mutate()}
        aria-disabled={making.isPending || undefined}
      >
        Create a key and fill it in
      </Button>
      <p role="alert" className="text-xs text-outage not-empty:mt-1">
        {making.isError ? 'The key could not be created. Try again.' : refusal}
      </p>
    </div>
  );
}
