/** The day in UTC by which copies are told apart, YYYY-MM-DD, of an instant in milliseconds. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
