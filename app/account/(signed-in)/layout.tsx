/** The pages behind the sign-in. */
export { AccountFrame as default } from '#components/account/account-frame';
