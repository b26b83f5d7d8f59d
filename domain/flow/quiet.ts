/** Days of the last month of a referrer, and of the three months that it is compared with. */
export const RECENT_DAYS = 30
export const EARLIER_DAYS = 90
/** Who sent fewer examinations than this in the three months has no custom to lose. */
export const EARLIER_LEAST = 3

/**
 * True for a referrer who fell quiet: the examinations of the last 30 days are under a third of the mean of 30 days in
 * the 90 days before.
 */
export const isQuiet = (recent: number, earlier: number): boolean =>
  earlier >= EARLIER_LEAST && recent * 9 < earlier
