import type { ComponentProps } from 'react';
import { Button } from '#components/ui/buttons/button';
import type { AccountReply } from '#lib/client/account/account-client';
import type { AccountAction, OnDone } from './use-account-action.ts';

/** Changes something of the account by one press; it waits while another change is under way. */
export function ActionButton<T>({
  action,
  send,
  onDone,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'look' | 'onClick'> & {
  readonly action: AccountAction;
  readonly send: () => AccountReply<T>;
  readonly onDone?: OnDone<T>;
}) {
  return (
    <Button
      look="line"
      aria-disabled={action.isBusy || undefined}
      onClick={() => void action.run(send, onDone)}
      {...rest}
    />
  );
}
