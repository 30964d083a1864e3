'use client';
import { Search } from 'lucide-react';
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { useIsHydrated } from '#lib/client/browser/hydration';
import { areSingleKeysOn } from '#lib/client/browser/single-keys';
import { isKeyTaken } from '#lib/client/browser/page-keys';
import { NAVIGATION } from '#lib/format/navigation';

/** A source as the palette names it. */
export interface NamedSource {
  readonly id: string;
  readonly name: string;
}

/** What can be open. */
type Opened = 'palette' | 'help';

/** Why code does not come: after an upgrade an open page asks for pieces that are no longer there. */
type Missing = 'out-of-reach' | 'replaced';

type Dialogs = Awaited<ReturnType<typeof loadDialogs>>;

async function loadDialogs() {
  const [palette, help] = await Promise.all([import('./palette-dialog.tsx'), import('./key-help.tsx')]);
  return { PaletteDialog: palette.PaletteDialog, KeyHelp: help.KeyHelp };
}

/** When the page has long been still. */
const PREFETCH_AFTER_MS = 4000;

/** The button of the command palette; the palette itself and the help of keys come as code of their own, once wanted. */
export function Commands({ sources }: { readonly sources: readonly NamedSource[] }) {
  const isApple = useIsHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent);
  const [dialogs, setDialogs] = useState<Dialogs | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const ahead = useRef<Ahead>({ text: null, isEntered: false });
  const [text, setText] = useState('');
  const bring = (what: Opened) => {
    setOpened(what);
    setText('');
    ahead.current = { text: what === 'palette' ? '' : null, isEntered: false };
    if (dialogs !== null) return;
    loadDialogs().then(
      (loaded) => {
        // What is typed meanwhile is kept, and a key need not wait until all is drawn.
        startTransition(() => setDialogs(loaded));
        setMissing(null);
      },
      () => {
        ahead.current.text = null;
        setOpened(null);
        setMissing(navigator.onLine ? 'replaced' : 'out-of-reach');
      },
    );
  };
  // The one that closes behind the other's back leaves it open.
  const close = (what: Opened) => {
    ahead.current.text = null;
    setOpened((open) => (open === what ? null : open));
  };
  useFrameKeys(ahead, bring, setText);
  useEffect(() => {
    // Whoever was here before has the palette without a network, too.
    if (!navigator.serviceWorker?.controller) return;
    const timer = setTimeout(near, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => bring('palette')}
        onPointerEnter={near}
        onFocus={near}
        className="flex h-8 w-65 items-center gap-2 rounded-control bg-sunken pr-1.5 pl-2.5 text-left text-sm text-text-muted inset-ring inset-ring-line transition-shadow duration-(--duration-press) hover:inset-ring-line-strong max-xl:w-50 max-lg:w-8 max-lg:justify-center max-lg:bg-transparent max-lg:px-0 max-lg:text-text-soft max-lg:inset-ring-0 max-lg:hover:bg-hover max-phone:size-10"
      >
        <Search aria-hidden="true" className="size-4 flex-none" strokeWidth={2.1} />
        <span className="flex-1 truncate max-lg:sr-only">Pair, currency or page</span>
        <span aria-hidden="true" className="max-lg:hidden">
          <KeyCap>{isApple ? '⌘ K' : 'Ctrl K'}</KeyCap>
        </span>
      </button>
      <span role="status">
        {missing && (
          <span className="absolute top-full right-4 z-40 mt-2 max-w-80 rounded-control bg-raised px-4 py-2.5 text-sm shadow-float">
            The palette could not be loaded.{' '}
            {missing === 'replaced' ? (
              <button
                type="button"
                onClick={() => window.location.reload()}
                className="text-accent underline underline-offset-2"
              >
                Load the page again
              </button>
            ) : (
              'Open it again when the network is back.'
            )}
          </span>
        )}
      </span>
      {dialogs && (
        <>
          <dialogs.PaletteDialog
            isOpen={opened === 'palette'}
            text={text}
            onReady={() => {
              const { isEntered } = ahead.current;
              ahead.current = { text: null, isEntered: false };
              return isEntered;
            }}
            sources={sources}
            onText={setText}
            onClose={() => close('palette')}
            onHelp={() => setOpened('help')}
          />
          <dialogs.KeyHelp isOpen={opened === 'help'} onClose={() => close('help')} />
        </>
      )}
    </>
  );
}

/** Fetches the code ahead of the press. A failure is no news: the press fetches again. */
function near(): void {
  void loadDialogs().catch(() => undefined);
}

/** How long `g` waits for the key that says where to. */
const GO_WITHIN_MS = 1500;

/** What is typed while the palette is under way, and whether Enter was pressed; a null text while it is not. */
interface Ahead {
  text: string | null;
  isEntered: boolean;
}

/**
 * `Ctrl/Cmd K`, `?` and `g` with another key. Heard before the keys of the page, so that the `s` of `g s` swaps nothing, and
 * so that single keys which are switched off reach no page; keys in fields, dialogs and menus are left alone. `onTyped` hears
 * what is typed ahead.
 */
function useFrameKeys(
  ahead: RefObject<Ahead>,
  open: (what: 'palette' | 'help') => void,
  onTyped: (text: string) => void,
): void {
  const pressedGoAt = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        take(event);
        open('palette');
        return;
      }
      if (isCommand || event.altKey || isKeyTaken(event)) return;
      // With nothing typed it is the key that opened the palette, held or pressed again.
      if (event.key === 'Enter' && ahead.current.text && !event.repeat) {
        take(event);
        ahead.current.isEntered = true;
        return;
      }
      if (event.key.length !== 1) return;
      if (ahead.current.text !== null) {
        take(event);
        ahead.current.text += event.key;
        onTyped(ahead.current.text);
        return;
      }
      if (!areSingleKeysOn()) {
        event.stopImmediatePropagation();
        return;
      }
      const isGoing = event.timeStamp - pressedGoAt.current <= GO_WITHIN_MS;
      const destination = isGoing && NAVIGATION.find(({ key }) => key === event.key);
      pressedGoAt.current = event.key === 'g' ? event.timeStamp : -Infinity;
      if (destination) {
        take(event);
        window.location.assign(destination.href);
      } else if (event.key === '?') {
        take(event);
        open('help');
      }
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  });
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
