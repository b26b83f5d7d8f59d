/** How long the content of a message is kept in the log of the interfaces: long enough to find out what went wrong. */
export const EXCHANGE_RAW_KEPT_DAYS = 30

/** How long the log keeps its rows. */
export const EXCHANGE_KEPT_DAYS = 90

/** How long the sums of each hour are kept, for charts and for what is usual. */
export const EXCHANGE_HOURS_KEPT_DAYS = 400
