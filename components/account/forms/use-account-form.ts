import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AccountReply } from '#lib/client/account/account-client';
import type { AccountErrorCode } from '#lib/contract/account-errors';
import { type OnDone, useAccountAction } from './use-account-action.ts';

/** What can be said against the text of a field before asking the service; null for nothing. */
type FieldCheck = (text: string) => string | null;

/** Says `sentence` of a field that is empty. */
export function needed(sentence: string): FieldCheck {
  return (text) => (text.trim() === '' ? sentence : null);
}

/** What a form is made of. */
interface AccountFormSetup<Field extends string, T> {
  /** How each field is checked, if at all; in the order of the page, because the first wrong one gets the focus. */
  readonly fields: Readonly<Record<Field, FieldCheck | null>>;
  /** `text` gives what was typed into a field, as it was typed. */
  readonly send: (text: (field: Field) => string, values: FormData) => AccountReply<T>;
  /** The field that a refusal belongs to; the others stand above the button. */
  readonly places?: Readonly<Partial<Record<AccountErrorCode, NoInfer<Field>>>>;
  readonly onDone?: OnDone<T>;
}

/** A form under way. */
export type AccountForm = Omit<ReturnType<typeof useAccountForm>, 'error'>;

type NamedErrors = Readonly<Record<string, string>>;

/** Sends a form once, says what is wrong beside what it is about, and moves the focus there. */
export function useAccountForm<Field extends string, T>({
  fields,
  send,
  places = {},
  onDone,
}: AccountFormSetup<Field, T>) {
  const ref = useRef<HTMLFormElement>(null);
  const { isBusy, problem, run, forgetProblem } = useAccountAction();
  const [wrong, setWrong] = useState<NamedErrors>({});
  const place = problem?.code && places[problem.code];
  const errors = problem && place ? { [place]: problem.message } : wrong;
  const first = Object.keys(fields).find((field) => errors[field] !== undefined);
  useEffect(() => {
    const at = first === undefined ? problem && '[data-form-alert]' : `[name="${CSS.escape(first)}"]`;
    if (at !== null) ref.current?.querySelector<HTMLElement>(at)?.focus();
    // `wrong` is another object after every try, so the same field is focused again.
  }, [first, wrong, problem]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const values = new FormData(event.currentTarget);
    const found = wrongFields(fields, values);
    forgetProblem();
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    void run(() => send((field) => textOf(values, field), values), onDone);
  };
  return {
    isBusy,
    /** What stands against the form as a whole. */
    problem: place ? null : problem,
    error: (field: Field): string | null => errors[field] ?? null,
    /**
     * For the `<form>`. Its fields keep their own text, so a failure loses nothing; `post` keeps what is typed out of the address
     * even if the page's code never ran.
     */
    props: { ref, method: 'post', noValidate: true, onSubmit: submit } as const,
  };
}

function wrongFields(fields: Readonly<Record<string, FieldCheck | null>>, values: FormData): NamedErrors {
  const found: Record<string, string> = {};
  for (const [field, check] of Object.entries(fields)) {
    const error = check?.(textOf(values, field));
    if (error) found[field] = error;
  }
  return found;
}

function textOf(values: FormData, field: string): string {
  const value = values.get(field);
  return typeof value === 'string' ? value : '';
}
