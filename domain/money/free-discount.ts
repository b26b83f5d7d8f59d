/** Booking's name for a discount without a discount head, for people who may give one. */
export const FREE_DISCOUNT = 'Custom'
