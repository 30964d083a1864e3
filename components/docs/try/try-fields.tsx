import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { TryOperation, TryParameter } from './try-operations.ts';
import type { Try } from './use-try.ts';

/** The parameters of an endpoint, to be typed or chosen. */
export function TryFields({ operation, state }: { readonly operation: TryOperation; readonly state: Try }) {
  if (operation.parameters.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
      {operation.parameters.map((parameter) => (
        <Field key={parameter.name} parameter={parameter} state={state} />
      ))}
    </div>
  );
}

function Field({ parameter, state }: { readonly parameter: TryParameter; readonly state: Try }) {
  const id = useId();
  const { name, placeholder, options, keys, required } = parameter;
  const value = state.values[name] ?? '';
  const isRefused = state.keyIn === name;
  const shared = {
    id,
    name,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      state.set(name, currentTarget.value),
    onBlur: state.note,
  };
  return (
    <div className={`min-w-0 flex-1 ${options === null ? 'basis-28' : 'basis-44'}`}>
      <label htmlFor={id} className="mb-0.75 block font-mono text-xs text-text-muted">
        {name}
      </label>
      <div className="relative flex h-8 items-center rounded-control bg-surface inset-ring inset-ring-control focus-within:inset-ring-2 focus-within:inset-ring-focus max-phone:h-10">
        {options === null ? (
          <input
            {...shared}
            placeholder={placeholder}
            inputMode={keys}
            aria-required={required || undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? `${id}-key` : undefined}
            className="h-full w-full min-w-0 rounded-control bg-transparent px-2.5 text-sm outline-none placeholder:text-text-muted max-phone:text-lg"
          />
        ) : (
          <>
            <select
              {...shared}
              className={`h-full w-full appearance-none rounded-control bg-transparent pr-7 pl-2.5 text-sm outline-none max-phone:text-lg ${value === '' ? 'text-text-muted' : ''}`}
            >
              <option value="">{placeholder}</option>
              {/* An address may hold what cannot be chosen; the service says what is wrong with it. */}
              {[...options, ...(value === '' || options.includes(value) ? [] : [value])].map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
            <ChevronDown
              aria-hidden="true"
              className="pointer-events-none absolute right-2 size-3.5 text-text-muted"
            />
          </>
        )}
      </div>
      {isRefused && (
        <p id={`${id}-key`} role="alert" className="mt-1 text-xs text-outage">
          This looks like an API key. It does not belong in an address; paste it under “Your key”.
        </p>
      )}
    </div>
  );
}
