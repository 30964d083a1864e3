import { usePathname } from 'next/navigation';
import { DialogActions, DialogBody, ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { Button } from '#components/ui/buttons/button';
import { CheckBox } from '#components/ui/fields/check-box';
import { KeyCap } from '#components/ui/buttons/key-cap';
import { KEY_TABLE, type KeyGroup } from '#lib/format/key-table';
import { keepSingleKeys, useSingleKeys } from '#lib/client/browser/single-keys';

/** How keys are printed on a keyboard where their name is another. */
const CAPS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Control: 'Ctrl',
  Escape: 'Esc',
  '-': '−',
};

/** Which keys the page that is open has; a page that is not named has none of its own. */
const PAGE_STARTS: readonly (readonly [KeyGroup['page'], RegExp])[] = [
  ['converter', /^\/(convert\/|convert$|$)/],
  ['rates', /^\/rates/],
  ['charts', /^\/charts/],
  ['status', /^\/status$/],
  ['docs', /^\/docs/],
];

/** Every key: those of the page that is open, then those of all pages, and the switch for those that are single letters. */
export function KeyHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const path = usePathname() ?? '';
  const areOn = useSingleKeys();
  const page = PAGE_STARTS.find(([, start]) => start.test(path))?.[0];
  const groups = KEY_TABLE.filter((group) => group.page === page || group.page === 'everywhere');
  return (
    <ModalDialog title="Keyboard" isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <div className="grid grid-cols-2 gap-x-8 gap-y-4 max-phone:grid-cols-1">
          {groups.map((group) => (
            <section key={group.page} aria-label={group.title} className="only:col-span-full">
              <h3 className="pb-1 text-xs text-text-muted">{group.title}</h3>
              <dl>
                {group.rows.map((row) => (
                  <div
                    key={row.does}
                    className="flex items-baseline justify-between gap-3 border-t border-line py-1.5 text-sm"
                  >
                    <dt>{row.does}</dt>
                    <dd className="flex flex-none gap-1">
                      {row.ways.map((way) => (
                        <Way key={way.join(' ')} keys={way} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div>
          <CheckBox
            name="single-keys"
            value="on"
            isTicked={areOn}
            onChange={({ currentTarget }) => keepSingleKeys(currentTarget.checked)}
          >
            Single keys work
          </CheckBox>
          <p className="text-xs text-text-muted">
            They are off while you type. If you switch them off, letters and signs do nothing on any page of
            this browser; Ctrl K, Enter, Esc and the arrows stay.
          </p>
        </div>
      </DialogBody>
      <DialogActions>
        <Button look="line" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}

/** One way to a result: keys after one another, each with what is held down beside it. */
function Way({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="flex gap-0.5">
      {keys
        .flatMap((pressed) => (pressed === '+' ? [pressed] : pressed.split('+')))
        .map((key) => (
          <KeyCap key={key}>{CAPS[key] ?? key}</KeyCap>
        ))}
    </span>
  );
}
