/** The UTC day (YYYY-MM-DD) of an instant in milliseconds, by which copies are grouped. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
