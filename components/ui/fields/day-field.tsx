/** A day, chosen by the browser's own calendar or typed; `value` is `YYYY-MM-DD`, empty where there is none. */
export function DayField({
  label,
  value,
  max,
  isInvalid = false,
  hintId,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly isInvalid?: boolean;
  /** Of what says more about it. */
  readonly hintId?: string;
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
        aria-describedby={hintId}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="h-10 rounded-control bg-surface px-2.5 text-base font-regular inset-ring inset-ring-control outline-none focus:inset-ring-2 focus:inset-ring-focus aria-invalid:inset-ring-outage-fill max-phone:text-[16px]"
      />
    </label>
  );
}
