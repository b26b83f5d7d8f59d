/** Whether people sign by touch (a setting of the client). */
export const TOUCH_RULES = ['Off', 'Offered', 'Required'] as const
export type TouchRule = (typeof TOUCH_RULES)[number]
