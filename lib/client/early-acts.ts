/** What a control carries once React has taken it over, before a suffix of its own. */
const TAKEN_AS = '__reactFiber$';

/** React's own note of what it has last seen in a field; it tells nobody of a value that it has seen. */
interface Seen {
  readonly _valueTracker?: { readonly setValue: (value: string) => void };
}

type Control = (HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement) & Seen;

/** What somebody did to a control. */
interface Act {
  readonly type: string;
  readonly value: string;
  readonly isChecked: boolean;
  /** All that was typed in, in its order; null where something was pasted, or by other ways than a hand's. */
  readonly typed: string | null;
  /** What the control said of itself. */
  readonly said: string;
  /** When it is too late to do it, in milliseconds of the page's life. */
  readonly untilMs: number;
  /** Whether React knows nothing of the value: a field that is taken over while somebody edits it is taken as it is, and not heard. */
  readonly isUnseen: boolean;
  /** Whether React has taken over what is around the control. */
  isReady: boolean;
}

/**
 * Keeps what somebody does to a page whose code is still on its way, and does it once the code can hear it: the last press, and
 * what stands in each field, choice and list. Runs in the head, before anything can be pressed, and so uses nothing from
 * outside. Whatever a control hears itself is kept no longer: React stops above it what it cannot hear yet. A press on what
 * meanwhile says something else, as a star that turns out to be set already, is dropped. Forms that the browser sends by itself
 * need none of it. What was typed is told in one event whose `inputType` is empty, as the steps of it are gone.
 */
class EarlyActs {
  readonly #kinds: Readonly<Record<string, string>> = {
    click: 'button,[type=radio],[type=checkbox]',
    change: 'select',
    input: 'input:not([type=radio],[type=checkbox],[type=file]),textarea',
  };
  readonly #lateMs = 60_000;
  readonly #held = new Map<Control, Act>();
  readonly #takenAs: string;
  #isGiving = false;
  #isWaiting = false;

  constructor(takenAs: string) {
    this.#takenAs = takenAs;
    for (const type of Object.keys(this.#kinds)) addEventListener(type, this.#keep, true);
  }

  readonly #keep = (event: Event) => {
    const { type, target } = event;
    const control = target instanceof Element ? target.closest<Control>(this.#kinds[type] ?? '') : null;
    if (this.#isGiving || !control || control.disabled) return;
    if (control.form && control.type === 'submit') return;
    const before = this.#held.get(control);
    const typed = this.#typed(event, before ? before.typed : '');
    this.#held.delete(control);
    if (type === 'click') this.#drop((other, act) => act.type === type && this.#isSameSwitch(control, other));
    if (this.#isAsServed(control)) return;
    this.#held.set(control, {
      type,
      value: control.value,
      isChecked: 'checked' in control && control.checked,
      typed,
      said: this.#said(control),
      untilMs: performance.now() + this.#lateMs,
      isUnseen: 'defaultValue' in control && !control._valueTracker,
      isReady: false,
    });
    control.addEventListener(type, this.#heard);
    this.#wait();
  };

  readonly #heard = ({ type, currentTarget }: Event) => {
    const control = currentTarget as Control;
    const isUnseen = this.#held.get(control)?.isUnseen === true;
    if (this.#isGiving || isUnseen || !this.#isTaken(control)) return;
    control.removeEventListener(type, this.#heard);
    this.#held.delete(control);
    // Who chooses where it is heard has given up what was chosen before.
    if (this.#isChoice(control)) this.#drop((other) => this.#isChoice(other));
  };

  readonly #giveAll = () => {
    this.#isWaiting = false;
    for (const [control, act] of this.#held) {
      if (!control.isConnected || control.disabled || performance.now() > act.untilMs)
        this.#held.delete(control);
      else if (!this.#isTaken(control) || !this.#hears(control)) continue;
      // What this browser keeps is drawn after the takeover.
      else if (!act.isReady) act.isReady = true;
      else {
        this.#held.delete(control);
        if (act.type !== 'click' || this.#said(control) === act.said) this.#give(control, act);
        break;
      }
    }
    this.#wait();
  };

  #wait(): void {
    if (this.#isWaiting || this.#held.size === 0) return;
    this.#isWaiting = true;
    requestAnimationFrame(this.#giveAll);
  }

  #give(control: Control, { type, value, isChecked, typed }: Act): void {
    if (control.value !== value) control.value = value;
    if ('checked' in control) control.checked = isChecked;
    control._valueTracker?.setValue(`${value} `);
    const options = { bubbles: true, cancelable: true };
    const asEdit =
      type === 'input' && typed !== null ? new InputEvent(type, { ...options, data: typed }) : null;
    const asPress = control.tagName === 'BUTTON' ? new MouseEvent(type, options) : null;
    this.#isGiving = true;
    control.dispatchEvent(asEdit ?? asPress ?? new Event(type, options));
    this.#isGiving = false;
  }

  /** With what this event typed in. */
  #typed(event: Event, before: string | null): string | null {
    if (before === null || !(event instanceof InputEvent) || event.inputType.startsWith('insertFrom'))
      return null;
    return before + (event.data ?? '');
  }

  /** Whether a choice stands as the server drew it: whoever pressed it changed nothing. */
  #isAsServed(control: Control): boolean {
    if (!this.#isChoice(control)) return false;
    if ('defaultChecked' in control) return control.checked === control.defaultChecked;
    return 'selectedOptions' in control && control.selectedOptions[0]?.defaultSelected === true;
  }

  /** React takes a part over at once when something is done to it, so that what nobody listens to says whether it could. */
  #hears(control: Control): boolean {
    let isHeard = false;
    const hear = () => {
      isHeard = true;
    };
    control.addEventListener('auxclick', hear);
    control.dispatchEvent(new Event('auxclick'));
    control.removeEventListener('auxclick', hear);
    return isHeard;
  }

  #drop(isDropped: (control: Control, act: Act) => boolean): void {
    for (const [control, act] of this.#held) if (isDropped(control, act)) this.#held.delete(control);
  }

  #isTaken(control: Control): boolean {
    return Object.keys(control).some((name) => name.startsWith(this.#takenAs));
  }

  #said(control: Control): string {
    return `${control.ariaLabel} ${control.ariaPressed}`;
  }

  #isChoice({ type }: Control): boolean {
    return /^(radio|checkbox|select-one)$/.test(type);
  }

  /** Whether a press on either undoes one on the other: buttons, and the choices of one group. */
  #isSameSwitch(control: Control, other: Control): boolean {
    return control.type !== 'checkbox' && control.tagName === other.tagName && control.name === other.name;
  }
}

/** The script of it. */
export const EARLY_ACTS = `new (${String(EarlyActs)})('${TAKEN_AS}')`;
