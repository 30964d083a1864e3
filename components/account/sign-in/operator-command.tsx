/** What whoever runs the server types for a visitor who cannot come in. */
const COMMANDS = {
  reset: 'npm run keys -- reset-link you@example.org',
  resetWithoutSecondFactor: 'npm run keys -- reset-link --drop-second-factor you@example.org',
  setUpToken: 'npm run keys -- setup-token',
} as const;

/** A command of the operator, on a line of its own. */
export function OperatorCommand({ name }: { readonly name: keyof typeof COMMANDS }) {
  return (
    <code className="w-fit max-w-full rounded-tag bg-sunken px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere] text-text">
      {COMMANDS[name]}
    </code>
  );
}
