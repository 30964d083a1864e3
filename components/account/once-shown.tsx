import { CopyButton } from '#components/ui/buttons/copy-button';

/** A text that is shown this once, and the button that copies it, or the whole of which it shows a part. */
export function OnceShown({
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
