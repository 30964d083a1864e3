/** Says that the code of a dialog could not be fetched. */
export function DialogMissing() {
  return (
    <p role="status" className="mb-4 text-sm text-degraded max-phone:mx-4">
      The dialog could not be loaded. Try again when the network is back.
    </p>
  );
}
