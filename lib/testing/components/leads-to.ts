/** Where the browser is about to go once `press` is done, as path, query and fragment. It stays, because the test would go with it. */
export async function leadsTo(press: () => Promise<void>): Promise<string> {
  const gone = new Promise<string>((resolve) => {
    const stay = (event: NavigateEvent) => {
      event.preventDefault();
      const { pathname, search, hash } = new URL(event.destination.url);
      resolve(pathname + search + hash);
    };
    navigation.addEventListener('navigate', stay, { once: true });
  });
  await press();
  return gone;
}
