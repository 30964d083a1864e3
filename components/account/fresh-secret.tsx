import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { useLeaveGuard } from '#lib/client/account/leave-guard';
import { CopyButton } from '#components/ui/buttons/copy-button';

/** What was just made and has a secret: shown this once, from this component's memory and nowhere else. It takes the focus. */
export function FreshSecret({
  name,
  title,
  about,
  copies,
  said,
  onStored,
}: {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** What can be copied, the secret itself first. */
  readonly copies: readonly { readonly label: string; readonly text: string; readonly shown?: string }[];
  /** What is heard of it meanwhile. */
  readonly said?: string;
  readonly onStored: () => void;
}) {
  const [takesFocus, setTakesFocus] = useState(true);
  const [isCopied, setIsCopied] = useState(false);
  useLeaveGuard(!isCopied);
  return (
    <section
      aria-label={name}
      className="mb-5 rounded-card border border-l-3 border-accent-line border-l-accent bg-surface px-5 pt-4 pb-5 outline-focus has-[h2:focus-visible]:outline-2 has-[h2:focus-visible]:outline-offset-2 max-phone:mx-4 max-phone:mb-4 max-phone:p-3.5 print:hidden"
    >
      <h2
        tabIndex={-1}
        data-takes-focus={takesFocus}
        onBlur={() => setTakesFocus(false)}
        className="text-lg font-semibold tracking-title outline-none"
      >
        {title}
      </h2>
      <p className="text-pretty text-text-soft">{about}</p>
      {copies.map((copy, place) => (
        <OnceShown
          key={copy.label}
          look={place === 0 ? 'main' : 'line'}
          onCopied={() => setIsCopied(true)}
          {...copy}
        />
      ))}
      <div className="mt-3.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button look="line" onClick={onStored}>
          I have stored it
        </Button>
        <span role="status" className="text-sm text-text-muted">
          {said}
        </span>
      </div>
    </section>
  );
}

/** A text that is shown this once, and the button that copies it, or the whole of which it shows a part. */
function OnceShown({
  shown,
  ...copy
}: Parameters<typeof CopyButton>[0] & { readonly shown?: string | undefined }) {
  return (
    <div className="mt-3 flex min-h-10 items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-3 inset-ring inset-ring-line-strong max-phone:flex-wrap max-phone:py-2 max-phone:pr-2">
      <code className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere] select-all max-phone:basis-full">
        {shown ?? copy.text}
      </code>
      <CopyButton {...copy} />
    </div>
  );
}
