/** Says over the reload that a choice makes that it had the focus. */
export const LOCALE_CHOSEN = 'crossrate:locale-chosen';
