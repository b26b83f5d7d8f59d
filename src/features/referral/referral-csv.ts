import type { CommissionRow } from '#contract/calls/referral-commissions.ts'
import { PAYMENT_STATUS_TABLE } from '#domain/status/payment-status.ts'
import { formatDate } from '#domain/time/formats.ts'
import type { CsvShape } from '#src/parts/csv/use-csv-file.ts'
import { REFERRAL_WORDS } from './words.ts'

const { columns: NAMES } = REFERRAL_WORDS

/**
 * Returns the columns of refferal.csv (the wire's spelling); `zoneOf` gives the time zone of a branch for the
 * visit's day.
 */
export const referralShape = (zoneOf: (branchId: string) => string): CsvShape<CommissionRow> => ({
  head: [
    NAMES.referredBy,
    NAMES.type,
    NAMES.hospital,
    NAMES.visit,
    NAMES.branch,
    NAMES.date,
    NAMES.patId,
    NAMES.patient,
    NAMES.service,
    NAMES.department,
    NAMES.net,
    NAMES.received,
    NAMES.balance,
    'Payment Status',
    NAMES.commission,
    NAMES.used,
    NAMES.toPay,
    NAMES.status,
  ],
  cellsOf: (row) => [
    row.referred_by,
    row.ref_doctor_type,
    row.ref_hospital,
    row.visit_no,
    row.branch,
    formatDate(new Date(row.start_dt), zoneOf(row.branch_id)),
    row.pat_id,
    row.pat_name,
    row.service,
    row.department,
    row.net_charges,
    row.paid,
    row.balance,
    PAYMENT_STATUS_TABLE[row.payment_status].label,
    row.commission,
    row.used_amount,
    row.to_pay,
    row.commission_status,
  ],
})
