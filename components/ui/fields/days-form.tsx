import type { ReactNode, Ref } from 'react';
import { Button } from '#components/ui/buttons/button';

/** Where each day of the form finds what is said of it. */
const HINT_ID = 'days-hint';

/** A form that floats and asks for days: its fields, what is wrong with them or a hint, and the button that takes them. */
export function DaysForm({
  ref,
  hint,
  error,
  action,
  isDisabled = error !== null,
  back,
  onChoose,
  children,
}: {
  readonly ref?: Ref<HTMLFormElement>;
  readonly hint: string;
  readonly error: string | null;
  /** The words of its button. */
  readonly action: string;
  readonly isDisabled?: boolean;
  /** What leads back to what nobody chose. */
  readonly back?: ReactNode;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      ref={ref}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) onChoose();
      }}
    >
      {children}
      <p className="text-xs text-pretty text-text-muted" id={HINT_ID}>
        {error === null ? hint : <span className="text-outage">{error}</span>}
      </p>
      <span className="grid gap-2">
        <Button look="main" type="submit" disabled={isDisabled}>
          {action}
        </Button>
        {back}
      </span>
    </form>
  );
}

/** A day, chosen by the browser's own calendar or typed; `value` is `YYYY-MM-DD`, empty where there is none. */
export function DayField({
  label,
  value,
  max,
  isInvalid,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="grid gap-1 text-sm font-medium">
      {label}
      <input
        type="date"
        value={value}
        max={max}
        aria-invalid={isInvalid}
        aria-describedby={HINT_ID}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="h-10 rounded-control bg-surface px-2.5 text-base font-regular inset-ring inset-ring-control outline-none focus:inset-ring-2 focus:inset-ring-focus aria-invalid:inset-ring-outage-fill max-phone:text-[16px]"
      />
    </label>
  );
}
