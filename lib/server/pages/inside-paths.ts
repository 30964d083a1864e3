/** Who reads the page that is being drawn: the answering process says it, and is told it again with each question. */
export const READER_HEADER = 'x-reader';

/** The path that a page was asked at, for the page that finds nothing there. */
export const ASKED_PATH_HEADER = 'x-asked-path';

/** Where the process that draws pages asks for what only they show; figures are asked for at the paths of /v1. */
export const BOARD_PATH = '/board';
export const MONTH_PATH = '/incident-month';
export const RECEIPT_PATH = '/receipt';
