import { expect, test } from 'vitest'
import type { CommissionRow } from '#contract/calls/referral-commissions.ts'
import { referralShape } from '#src/features/referral/referral-csv.ts'

const ZONES: Record<string, string> = { mumbai: 'Asia/Kolkata', boston: 'America/New_York' }

test('the day of a visit is that of its branch, in whatever zone the reader is', () => {
  const shape = referralShape((branchId) => ZONES[branchId] ?? 'UTC')
  const dayAt = (branch_id: string) =>
    shape.cellsOf({ branch_id, start_dt: '2026-11-20T20:00:00Z', payment_status: 'Paid' } as CommissionRow)[
      shape.head.indexOf('Date')
    ]
  expect([dayAt('mumbai'), dayAt('boston')]).toEqual(['21 Nov 2026', '20 Nov 2026'])
})
