import { needed } from '#components/account/forms/fields';

/** What can be said against a key's name without asking the service. */
export const checkKeyName = needed('Name the program that will use it.');
