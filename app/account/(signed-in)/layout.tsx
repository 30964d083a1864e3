import type { ReactNode } from 'react';
import { AccountFrame } from '#components/account/account-frame';

/** The pages behind the sign-in. */
export default function RoomLayout({ children }: { readonly children: ReactNode }) {
  return <AccountFrame>{children}</AccountFrame>;
}
