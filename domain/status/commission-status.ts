/** What became of a referrer's commission: it waits, or it was settled and stands still. */
export const COMMISSION_STATUSES = ['Pending', 'Settled'] as const
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number]

/** The commission waits: it may be edited, selected and settled. */
export const isCommissionPending = (status: CommissionStatus): boolean => status === 'Pending'
