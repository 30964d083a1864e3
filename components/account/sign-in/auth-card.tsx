import type { ReactNode } from 'react';
import { TextLink } from '#components/ui/buttons/text-link';

/** A page before the account: one form on a card, and beside it what a visitor may ask himself. */
export function AuthCard({
  title,
  lead,
  aside,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode | undefined;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-[54rem] grid-cols-[minmax(0,27rem)_minmax(0,1fr)] items-start gap-x-10 gap-y-6 pt-6 max-lg:max-w-[27rem] max-lg:grid-cols-1 max-phone:max-w-none max-phone:pt-0">
      <section className="rounded-card border border-line bg-surface px-6 pt-5 pb-6 max-phone:rounded-none max-phone:border-x-0 max-phone:px-4">
        <h1 className="text-xl font-semibold tracking-title">{title}</h1>
        {lead !== undefined && <p className="mt-1 text-pretty text-text-soft">{lead}</p>}
        <div className="mt-5">{children}</div>
      </section>
      {aside !== undefined && (
        <aside className="grid gap-5 pt-6 text-sm text-text-soft max-lg:pt-0 max-phone:px-4">{aside}</aside>
      )}
    </div>
  );
}

/** One question and its answer beside the form. */
export function AuthNote({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-0.5 font-medium text-text">{title}</h2>
      <div className="grid max-w-[48ch] gap-1.5 text-pretty">{children}</div>
    </div>
  );
}

/** What whoever runs the server types for a visitor who cannot come in, on a line of its own. */
export function OperatorCommand({ keys }: { readonly keys: string }) {
  return (
    <code className="w-fit max-w-full rounded-tag bg-sunken px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere] text-text">
      {`npm run keys -- ${keys}`}
    </code>
  );
}

/** The way to those who have an account. */
export function SignInLink() {
  return (
    <p>
      <TextLink href="/account/sign-in">Sign in</TextLink>
    </p>
  );
}

/** A piece of text to type elsewhere, exactly as it stands. */
export function Literal({ children }: { readonly children: ReactNode }) {
  return <code className="coded">{children}</code>;
}
