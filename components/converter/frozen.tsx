import { memo, type ReactNode } from 'react';

/** Leaves what it holds as it was drawn for as long as `isKept` says so. */
export const Kept = memo(
  function Kept({ children }: { readonly isKept: boolean; readonly children: ReactNode }) {
    return <>{children}</>;
  },
  (_, { isKept }) => isKept,
);
