/** How long the interface log keeps the content of a message: long enough to find out what went wrong. */
export const EXCHANGE_RAW_KEPT_DAYS = 30

/** How long the log keeps its rows. */
export const EXCHANGE_KEPT_DAYS = 90

/** How long hourly totals are kept, for charts and for typical values. */
export const EXCHANGE_HOURS_KEPT_DAYS = 400
