import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'

/** The branch and days that figures are of. */
export interface Span {
  /** Absent: all branches of the reader. */
  branchId: string | undefined
  from: DayText
  to: DayText
}

/** Which page of a list is shown. */
export interface Paging {
  page: number
  pageSize: (typeof SALES_PAGE_SIZES)[number]
}

/** Reads branch and days of an address; one day alone is both ends, and `usual` stands where it names none. */
export function readSpan(params: URLSearchParams, usual: Pick<Span, 'from' | 'to'>): Span {
  const dayOf = (name: string) => {
    const text = params.get(name)
    return text !== null && findDay(text) ? text : undefined
  }
  const [from, to] = [dayOf('from_date'), dayOf('to_date')]
  return {
    branchId: params.get('branch_id') ?? undefined,
    from: from ?? to ?? usual.from,
    to: to ?? from ?? usual.to,
  }
}

/** Reads the page of an address; what is no page of the lists is the first one. */
export function readPaging(params: URLSearchParams): Paging {
  const page = Number(params.get('p'))
  const size = Number(params.get('ps'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: SALES_PAGE_SIZES.find((one) => one === size) ?? SALES_PAGE_SIZE,
  }
}

/** Branch and days as the calls take them. */
export const spanInput = ({ branchId, from, to }: Span) => ({
  ...(branchId === undefined ? {} : { branch_id: branchId }),
  from_date: from,
  to_date: to,
})
