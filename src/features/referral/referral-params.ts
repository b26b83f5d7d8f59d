import * as z from 'zod/mini'
import { referralCommissionCalls } from '#contract/calls/referral-commissions.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import type { DayText } from '#domain/time/zones.ts'
import { type Paging, readPaging, readSpan, type Span, spanInput } from '#src/parts/figures/read-span.ts'

const FILTERS = ['ref_doctor_type', 'ref_dr_id', 'payment_status', 'commission_status'] as const

/** The place of the list, as kept in the address. */
export interface ReferralParams extends Span, Paging {
  filter: Readonly<Record<string, string>>
}

/** Reads an address; defaults to `today`, and ignores values that do not match the contract. */
export function readReferralParams(params: URLSearchParams, today: DayText): ReferralParams {
  const days = { from_date: today, to_date: today }
  const filter = FILTERS.flatMap((name) => {
    const value = params.get(name)
    const fits = value !== null && value !== '' && z.safeParse(INPUT, { ...days, [name]: value }).success
    return fits ? [[name, value] as const] : []
  })
  return {
    ...readSpan(params, { from: today, to: today }),
    ...readPaging(params),
    filter: Object.fromEntries(filter),
  }
}

const INPUT = referralCommissionCalls.list.input

/** Returns the input of the call without its page. */
export const referralInput = ({
  filter,
  ...place
}: ReferralParams): InputOf<typeof referralCommissionCalls.list> => ({ ...spanInput(place), ...filter })
