/** Whether the server that wrote this page has simulated publishers, so that every figure on it is made up. */
export function isSimulatedHere(): boolean {
  return document.querySelector('[data-simulated]') !== null;
}
