import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { AccountReply } from '#lib/client/account/account-client';
import type { AccountErrorCode } from '#lib/contract/account-errors';
import { type FormProblem, refusalProblem, outcomeOf } from './form-outcome.ts';

/** Errors by the name of their field. */
export type FieldErrors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

type NamedErrors = Readonly<Record<string, string | undefined>>;

/** What a form is made of; fields in the order of the page, because the first wrong one gets the focus. */
export interface AccountFormSetup<Field extends string, T> {
  readonly fields: readonly Field[];
  /** What can be said before asking the service. */
  readonly check?: (values: FormData) => FieldErrors<Field>;
  readonly send: (values: FormData) => AccountReply<T>;
  /** The field that a refusal belongs to; the others stand above the button. */
  readonly places?: Readonly<Partial<Record<AccountErrorCode, Field>>>;
  readonly onDone: (answer: T, values: FormData) => void | Promise<void>;
}

/** A form under way. */
export interface AccountForm<Field extends string> {
  readonly isBusy: boolean;
  readonly problem: FormProblem | null;
  readonly error: (field: Field) => string | null;
  /**
   * For the `<form>`. Its fields keep their own text, so a failure loses nothing; `post` keeps what is typed out of the address
   * even if the page's code never ran.
   */
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly method: 'post';
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
}

/** Sends a form once, says what is wrong beside what it is about, and moves the focus there. */
export function useAccountForm<Field extends string, T>(
  setup: AccountFormSetup<Field, T>,
): AccountForm<Field> {
  const ref = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<NamedErrors>({});
  const [problem, setProblem] = useState<FormProblem | null>(null);
  useFocusOnTrouble(ref, setup.fields, errors, problem);
  const say = (fieldErrors: NamedErrors, formProblem: FormProblem | null) => {
    setErrors(fieldErrors);
    setProblem(formProblem);
  };
  const submit = async (values: FormData) => {
    const wrong: NamedErrors = setup.check?.(values) ?? {};
    say(wrong, null);
    if (Object.keys(wrong).length > 0) return;
    const settled = await outcomeOf(setup.send(values));
    if (settled.kind === 'done') return setup.onDone(settled.value, values);
    if (settled.kind === 'unanswered') return say({}, settled.problem);
    const { refusal } = settled;
    const field = setup.places?.[refusal.code];
    if (field === undefined) say({}, refusalProblem(refusal));
    else say({ [field]: refusal.message }, null);
  };
  return {
    isBusy,
    problem,
    error: (field) => errors[field] ?? null,
    props: {
      ref,
      method: 'post',
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        // The state comes a render late for a second press of Enter.
        if (isSending.current) return;
        isSending.current = true;
        setIsBusy(true);
        void submit(new FormData(event.currentTarget)).finally(() => {
          isSending.current = false;
          setIsBusy(false);
        });
      },
    },
  };
}

/** The text of a field; empty where there is none. */
export function fieldText(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

function useFocusOnTrouble(
  form: RefObject<HTMLFormElement | null>,
  fields: readonly string[],
  errors: NamedErrors,
  problem: FormProblem | null,
): void {
  const first = fields.find((field) => errors[field] !== undefined);
  useEffect(() => {
    if (first !== undefined) firstNamed(form.current, first)?.focus();
    else if (problem !== null) form.current?.querySelector<HTMLElement>('[data-form-alert]')?.focus();
    // `errors` is another object after every try, so the same field is focused again.
  }, [form, first, errors, problem]);
}

function firstNamed(form: HTMLFormElement | null, name: string): HTMLElement | null {
  return form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? null;
}
