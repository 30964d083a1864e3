/** What the picture of a pair says; the general one has no figure. */
export interface PictureCard {
  /** `EUR/USD`. */
  readonly pair: string;
  /** `One euro in US dollar`. */
  readonly meaning: string;
  /** The rate as people read it, its further digits apart. */
  readonly strong: string;
  readonly muted: string;
  /** Whose figure it is and of when: `ecb, 13 Apr 2026, 12:10 UTC`. */
  readonly origin: string;
  readonly isSimulated: boolean;
}

/** What the general picture says. */
export const GENERAL_CARD: PictureCard = {
  pair: 'Currency rates',
  meaning: 'Every figure with its source, its instant and its working.',
  strong: 'Exact to the digit',
  muted: '',
  origin: 'Converter, rates, charts, status',
  isSimulated: false,
};

/** Open Graph's size, which every reader of it takes. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** An element as satori draws it: the shape of a React element, without React. */
export interface DrawnElement {
  readonly type: string;
  readonly key: null;
  readonly props: { readonly style?: object; readonly children?: unknown; readonly [name: string]: unknown };
}

/** The tokens of the light theme, which satori takes in sRGB only. */
const INK = '#131a1e';
const SOFT = '#4b575e';
const MUTED = '#68747b';
const LINE = '#e0e5e8';
const ACCENT = '#14647d';
const WARNING = '#865100';

/** Longer figures are set smaller, so that they stay on their line. */
const FIGURE_PX = 148;
const FIGURE_ROOM_PX = 1040;
const DIGIT_SHARE = 0.62;

/** The picture of a card as elements; `sign` is the product's sign as a data address. */
export function pictureElement(card: PictureCard, sign: string): DrawnElement {
  const digits = card.strong.length + card.muted.length;
  const figurePx = Math.min(FIGURE_PX, FIGURE_ROOM_PX / (digits * DIGIT_SHARE));
  return box(
    { width: '100%', height: '100%', flexDirection: 'column', background: '#fff', padding: 80, color: INK },
    [
      box({ alignItems: 'center', gap: 18, fontSize: 36 }, [
        { type: 'img', key: null, props: { src: sign, width: 56, height: 56 } },
        text('Crossrate', { flexGrow: 1 }),
        ...(card.isSimulated ? [text('SIMULATED', { color: WARNING, fontSize: 28 })] : []),
      ]),
      box({ flexDirection: 'column', flexGrow: 1, justifyContent: 'center' }, [
        text(card.pair, { fontSize: 52, color: ACCENT }),
        box({ fontSize: figurePx, letterSpacing: '-0.022em', lineHeight: 1.15 }, [
          text(card.strong, {}),
          text(card.muted, { color: MUTED }),
        ]),
        text(card.meaning, { fontSize: 34, color: SOFT }),
      ]),
      box({ borderTop: `2px solid ${LINE}`, paddingTop: 28, fontSize: 34, color: SOFT }, [
        text(card.origin, {}),
      ]),
    ],
  );
}

function box(style: object, children: readonly DrawnElement[]): DrawnElement {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}

function text(children: string, style: object): DrawnElement {
  return { type: 'span', key: null, props: { style, children } };
}
