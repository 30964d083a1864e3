import { memo, type ReactNode } from 'react';

/** Leaves what it holds as it was drawn for as long as `isFrozen` says so. */
export const Frozen = memo(
  function Frozen({ children }: { readonly isFrozen: boolean; readonly children: ReactNode }) {
    return <>{children}</>;
  },
  (_, { isFrozen }) => isFrozen,
);
