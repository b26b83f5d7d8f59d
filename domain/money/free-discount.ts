/** How booking names a discount that is no head's, for those who may give one. */
export const FREE_DISCOUNT = 'Custom'
