/**
 * The header in which a page names the server history that it was read from (docs/decisions/266): after a restore the
 * revisions of such a page match none of the new history.
 */
export const BASE_HISTORY_HEADER = 'x-history'
