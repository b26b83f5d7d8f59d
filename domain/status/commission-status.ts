/** The state of a referrer's commission: pending, or settled and still in force. */
export const COMMISSION_STATUSES = ['Pending', 'Settled'] as const
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number]

/** The commission is pending: it may be edited, selected and settled. */
export const isCommissionPending = (status: CommissionStatus): boolean => status === 'Pending'
