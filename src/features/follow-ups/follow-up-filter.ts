import { followUpCalls } from '#contract/calls/follow-ups.ts'
import type { InputOf } from '#contract/kernel/define-call.ts'
import { readFields } from '#src/ui/list/read-fields.ts'

/** The filter fields of the list, named as on the wire and in the page's address. */
export const FOLLOW_UP_FILTER_KEYS = ['k', 'branch_id', 'modality', 'state', 'from_date', 'to_date'] as const
export type FollowUpFilterKey = (typeof FOLLOW_UP_FILTER_KEYS)[number]

/** Typed text may name a patient, so it must not appear in an address. */
export const TYPED_KEYS = ['k'] as const satisfies readonly FollowUpFilterKey[]

export const FOLLOW_UP_PAGE_SIZES = [25, 50, 100] as const

export type FollowUpFields = InputOf<typeof followUpCalls.allFollowUps>
export interface FollowUpListFilter {
  page: number
  pageSize: number
  fields: FollowUpFields
}

/** Reads the filter from an address; ignores values that do not match the contract. */
export function readFollowUpFilter(params: URLSearchParams): FollowUpListFilter {
  const { input } = followUpCalls.followUps
  const size = Number(params.get('ps'))
  return {
    page: input.safeParse({ p: params.get('p') ?? 1 }).data?.p ?? 1,
    pageSize: FOLLOW_UP_PAGE_SIZES.find((one) => one === size) ?? FOLLOW_UP_PAGE_SIZES[0],
    fields: readFields(params, FOLLOW_UP_FILTER_KEYS, input) as FollowUpFields,
  }
}

export type FilterChange = Partial<Record<FollowUpFilterKey | 'p' | 'ps', string>>
