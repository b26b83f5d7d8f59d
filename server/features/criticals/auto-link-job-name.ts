/** The queue of records whose referrer may be sent a link by itself; opening a record names it, the job works on it. */
export const AUTO_LINK = 'criticals/auto-link'
