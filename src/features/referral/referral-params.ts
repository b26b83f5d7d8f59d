import * as z from 'zod/mini'
import { referralCommissionCalls } from '#contract/calls/referral-commissions.ts'
import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'

const FILTERS = ['ref_doctor_type', 'ref_dr_id', 'payment_status', 'commission_status'] as const

/** What the address of the list says. */
export interface ReferralPlace {
  branchId: string | undefined
  from: DayText
  to: DayText
  filter: Readonly<Record<string, string>>
  page: number
  pageSize: number
}

/** Reads an address; `today` stands where it names no days, and what does not fit the contract is left out. */
export function readReferralPlace(params: URLSearchParams, today: DayText): ReferralPlace {
  const dayOf = (name: string) => {
    const text = params.get(name)
    return text !== null && findDay(text) ? text : undefined
  }
  const [from, to] = [dayOf('from_date'), dayOf('to_date')]
  const days = { from_date: today, to_date: today }
  const filter = FILTERS.flatMap((name) => {
    const value = params.get(name)
    const fits = value !== null && value !== '' && z.safeParse(INPUT, { ...days, [name]: value }).success
    return fits ? [[name, value] as const] : []
  })
  const page = Number(params.get('p'))
  return {
    branchId: params.get('branch_id') ?? undefined,
    from: from ?? to ?? today,
    to: to ?? from ?? today,
    filter: Object.fromEntries(filter),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: SALES_PAGE_SIZES.find((one) => one === Number(params.get('ps'))) ?? SALES_PAGE_SIZE,
  }
}

const INPUT = referralCommissionCalls.list.input

/** The question to the server without its page. */
export const referralInput = ({
  branchId,
  from,
  to,
  filter,
}: ReferralPlace): InputOf<typeof referralCommissionCalls.list> => ({
  ...(branchId === undefined ? {} : { branch_id: branchId }),
  from_date: from,
  to_date: to,
  ...filter,
})
