/** The days of a referrer's last month; it is compared with the three months before. */
export const RECENT_DAYS = 30
export const EARLIER_DAYS = 90
/** A referrer with fewer examinations than this in the three months is too small to count as lost. */
export const EARLIER_LEAST = 3

/**
 * True for a referrer who fell quiet: the examinations of the last 30 days are under a third of the 30-day mean of
 * the 90 days before.
 */
export const isQuiet = (recent: number, earlier: number): boolean =>
  earlier >= EARLIER_LEAST && recent * 9 < earlier
