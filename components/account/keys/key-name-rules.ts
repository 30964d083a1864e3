import { type FieldErrors, fieldText } from '#components/account/forms/use-account-form.ts';

/** What can be said against a key's name without asking the service. */
export function checkKeyName(values: FormData): FieldErrors<'name'> {
  return fieldText(values, 'name').trim() === '' ? { name: 'Name the program that will use it.' } : {};
}
