import { ClockBar } from './clock-bar.tsx';
import { SimulatedBar } from './simulated-bar.tsx';

/** What every page says above everything else: that figures are made up, that the clock was set. */
export function Banners({
  isSimulated,
  setClock,
  isAccount = false,
}: {
  readonly isSimulated: boolean;
  /** What the clock reads where the operator set it, else null. */
  readonly setClock: Date | null;
  /** Whether the page goes by the real clock all the same, as those of accounts do. */
  readonly isAccount?: boolean;
}) {
  return (
    <>
      {isSimulated && <SimulatedBar />}
      {setClock && <ClockBar now={setClock} isAccount={isAccount} />}
    </>
  );
}
