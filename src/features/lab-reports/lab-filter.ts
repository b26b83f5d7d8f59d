import { labReportCalls } from '#contract/calls/lab-reports.ts'
import type { LabReportsInput } from '#src/sync/studies/use-lab-reports.ts'

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
  const given = LAB_FILTER_KEYS.flatMap((key) => {
    const value = params.get(key)?.trim()
    return value && input.safeParse({ [key]: value }).success ? [[key, value] as const] : []
  })
  const size = Number(params.get('ps'))
  return {
    page: input.safeParse({ p: params.get('p') ?? 1 }).data?.p ?? 1,
    pageSize: LAB_PAGE_SIZES.find((one) => one === size) ?? LAB_PAGE_SIZES[0],
    fields: Object.fromEntries(given),
  }
}

/** Returns the query with the given fields changed; any change except of the page returns to page 1. */
export function changeLabFilter(
  params: URLSearchParams,
  change: Partial<Record<LabFilterKey | 'p' | 'ps', string>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('p' in change)) next.delete('p')
  for (const [key, value] of Object.entries(change)) {
    if (value && !(key === 'p' && value === '1')) next.set(key, value)
    else next.delete(key)
  }
  return next
}

export const labInput = ({ page, pageSize, fields }: LabFilter): LabReportsInput => ({
  ...fields,
  p: page,
  ps: pageSize,
})
