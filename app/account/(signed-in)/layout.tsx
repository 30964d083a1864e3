import type { ReactNode } from 'react';
import { Room } from '#components/account/account-frame';

/** The pages behind the sign-in. */
export default function RoomLayout({ children }: { readonly children: ReactNode }) {
  return <Room>{children}</Room>;
}
