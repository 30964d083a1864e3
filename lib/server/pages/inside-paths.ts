/** Who reads the page that is being drawn: the answering process says it, and is told it again with each question. */
export const READER_HEADER = 'x-reader';

/** The path that a page was asked at, for the page that finds nothing there. */
export const ASKED_PATH_HEADER = 'x-asked-path';

/** Where the process that draws a page asks for its figures: the answering process that the page is drawn for. */
export const FIGURES_SOCKET_HEADER = 'x-figures-socket';

/** Where the answering process asks whether the one that draws pages still answers. */
export const ALIVE_PATH = '/alive';

/** Where the process that draws pages asks for what only they show; figures are asked for at the paths of /v1. */
export const BOARD_PATH = '/board';
export const MONTH_PATH = '/incident-month';
export const RECEIPT_PATH = '/receipt';
