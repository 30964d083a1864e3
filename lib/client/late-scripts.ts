/** Stands at the root of a document that brings `LATE_SCRIPTS`; where there is nothing to see before its scripts ran, there is none. */
export const LATE_MARK = { 'data-code': 'late' } as const;

/** What carries the address of a script until the page has been painted; the browser asks for nothing that it names. */
export const LATE_SOURCE = 'data-late-src';

/**
 * Asks for a page's scripts once its figures are on the screen, of which they change nothing: before, compiling them takes a
 * small processor from drawing (of two cores, half of the time to the first paint). At once where nothing is going to be
 * painted, as behind another tab. Scripts that stand further down than what was painted follow when all is read.
 */
export const LATE_SCRIPTS = `{let asked=false;const go=()=>{for(const late of document.querySelectorAll('script[${LATE_SOURCE}]')){late.src=late.getAttribute('${LATE_SOURCE}');late.removeAttribute('${LATE_SOURCE}')}},ask=()=>{if(asked)return;asked=true;setTimeout(go);document.addEventListener('DOMContentLoaded',go)};document.addEventListener('visibilitychange',ask);if(document.hidden)ask();else requestAnimationFrame(ask)}`;
