import { DatabaseUnavailable } from './database-unavailable.ts';

/** What keeps a process from using its database as it should, kept from the failures that it met. */
export interface StoreCondition {
  /** Carries work out, and remembers when the database failed it. */
  readonly watch: <T>(work: () => Promise<T>) => Promise<T>;
  /** Remembers a fault that lasts until the process is started again. */
  readonly noteLasting: (error: unknown) => void;
  /** The worst fault that is known; null when there is none. */
  readonly fault: () => DatabaseUnavailable | null;
  /** Looks whether what failed works again, and whether polling has room, 256 MB if not said; then the same as `fault`. */
  readonly look: (freeBytesMin?: number) => Promise<DatabaseUnavailable | null>;
}

/** What a condition stands on. */
export interface StoreConditionSetup {
  /** Rejects with {@link DatabaseUnavailable} unless the database can be written and has room. */
  readonly prove: () => Promise<unknown>;
  /** Whether a proof is wanted though nothing failed. */
  readonly wantsProof: () => boolean;
  /** The fault of a disk with little room; may throw when that cannot be told. */
  readonly shortage: (freeBytesMin?: number) => DatabaseUnavailable | null;
}

/** Without a fault at first. */
export function createStoreCondition({ prove, wantsProof, shortage }: StoreConditionSetup): StoreCondition {
  let failing: DatabaseUnavailable | null = null;
  let lasting: DatabaseUnavailable | null = null;
  let short: DatabaseUnavailable | null = null;
  let proving: Promise<void> | null = null;
  const note = (error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) return;
    if (error.kind === 'damaged' || error.kind === 'newer') lasting = error;
    else failing = error;
  };
  const proveOnce = async () => {
    try {
      await prove();
      failing = null;
    } catch (error) {
      note(error);
    }
  };
  // What stops writes comes before what does not.
  const fault = () =>
    lasting?.kind === 'damaged' ? (failing ?? short ?? lasting) : (lasting ?? failing ?? short);
  return {
    watch: async (work) => {
      try {
        return await work();
      } catch (error) {
        note(error);
        throw error;
      }
    },
    noteLasting: (error) => {
      if (error instanceof DatabaseUnavailable) lasting = error;
    },
    fault,
    look: async (freeBytesMin) => {
      try {
        short = shortage(freeBytesMin);
      } catch {
        short = null;
      }
      if (failing !== null || (short === null && wantsProof())) {
        proving ??= proveOnce().finally(() => {
          proving = null;
        });
        await proving;
      }
      return fault();
    },
  };
}
