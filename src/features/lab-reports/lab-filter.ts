import { labReportCalls } from '#contract/calls/lab-reports.ts'
import type { LabReportsInput } from '#src/sync/studies/use-lab-reports.ts'
import { readFields } from '#src/ui/list/read-fields.ts'

/** The filter fields of the list, named as on the wire and in the page's address. */
export const LAB_FILTER_KEYS = ['k', 'branch_id', 'from_date', 'to_date'] as const
export type LabFilterKey = (typeof LAB_FILTER_KEYS)[number]

/** Typed text may name a patient, so it must not appear in an address. */
export const TYPED_KEYS = ['k'] as const satisfies readonly LabFilterKey[]

export const LAB_PAGE_SIZES = [25, 50, 100] as const

export interface LabFilter {
  page: number
  pageSize: number
  fields: Partial<Record<LabFilterKey, string>>
}

/** Reads the filter from an address; ignores values that do not match the contract. */
export function readLabFilter(params: URLSearchParams): LabFilter {
  const { input } = labReportCalls.getLabReports
  const size = Number(params.get('ps'))
  return {
    page: input.safeParse({ p: params.get('p') ?? 1 }).data?.p ?? 1,
    pageSize: LAB_PAGE_SIZES.find((one) => one === size) ?? LAB_PAGE_SIZES[0],
    fields: readFields(params, LAB_FILTER_KEYS, input),
  }
}

export type LabChange = Partial<Record<LabFilterKey | 'p' | 'ps', string>>

export const labInput = ({ page, pageSize, fields }: LabFilter): LabReportsInput => ({
  ...fields,
  p: page,
  ps: pageSize,
})
