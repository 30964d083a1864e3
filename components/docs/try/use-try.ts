import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { troubleOf } from '#lib/client/asking/ask-failure';
import { useSecondsUntil } from '#lib/client/browser/now';
import { requestAddress } from '#lib/contract/endpoint-paths';
import type { TriedAnswer, TryKey } from '#lib/client/asking/try-request';
import { looksLikeKey } from '#lib/format/account/shown-key';
import { useDocs } from '#components/docs/docs-root';
import type { TryOperation } from './try-operations.ts';

/** A box: what is typed in it, what it sends, what came back. */
export interface Try {
  readonly values: Readonly<Record<string, string>>;
  readonly set: (name: string, value: string) => void;
  /** Notes in the address what was typed. */
  readonly note: () => void;
  /** What is typed, without what is empty. */
  readonly query: Readonly<Record<string, string>>;
  /** The parameter in which a key was typed; nothing is sent then. */
  readonly keyIn: string | null;
  readonly send: () => void;
  /** What came of it. */
  readonly request: UseMutationResult<TriedAnswer, Error, Sent>;
  /** Whether what is typed now is another request than the one that was answered. */
  readonly isOther: boolean;
  /** Seconds until the service answers again; 0 when it does. */
  readonly waitSeconds: number;
}

/** What is sent. */
interface Sent {
  readonly path: string;
  readonly key: TryKey;
}

/** The state of an endpoint's box, which begins with `served`, or with the example where that is null. */
export function useTry(operation: TryOperation, served: Readonly<Record<string, string>> | null): Try {
  const { noteTried, send, secret } = useDocs();
  const [values, setValues] = useState(served ?? operation.query);
  const query = Object.fromEntries(
    operation.parameters.flatMap(({ name }) => (values[name] ? [[name, values[name]]] : [])),
  );
  const keyIn = Object.keys(query).find((name) => looksLikeKey(query[name] ?? '')) ?? null;
  const [retryAtMs, setRetryAtMs] = useState<number | null>(null);
  const request = useMutation({
    // Without a network the box says so at once instead of waiting for one.
    networkMode: 'always',
    mutationFn: ({ path, key }: Sent) => send(path, key),
    onSuccess: ({ status, retryAtMs: atMs }) => setRetryAtMs(status === 429 ? atMs : null),
    onError: (error) => {
      const trouble = troubleOf(error);
      setRetryAtMs(trouble?.kind === 'limited' ? Date.now() + trouble.retryAfterMs : null);
    },
  });
  const waitSeconds = useSecondsUntil(retryAtMs);
  const note = () => {
    if (keyIn === null) noteTried(operation.id, query);
  };
  const path = requestAddress(operation.path, query);
  return {
    values,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    note,
    query,
    keyIn,
    send: () => {
      if (keyIn !== null || request.isPending || waitSeconds > 0) return;
      note();
      request.mutate({ path, key: keyFor(operation, secret) });
    },
    request,
    isOther: request.variables !== undefined && request.variables.path !== path,
    waitSeconds,
  };
}

function keyFor({ access }: TryOperation, secret: string | null): TryKey {
  if (access === 'public') return 'none';
  return secret === null ? 'page' : { secret };
}
