/** Where the chosen theme is kept in the browser. */
export const THEME_STORED_AS = 'crossrate:theme';

/**
 * Runs before the first paint, so that a chosen theme never flashes. A constant text, so that a content security policy can
 * name it by its hash.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('${THEME_STORED_AS}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;
