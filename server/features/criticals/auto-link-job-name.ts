/**
 * Name of the queue of records whose referrer may be sent a link automatically; shared by the code that opens records
 * and the job.
 */
export const AUTO_LINK = 'criticals/auto-link'
