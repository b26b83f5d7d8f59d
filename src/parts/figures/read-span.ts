import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'

/** The branch and days of the figures. */
export interface Span {
  /** Absent means all branches of the reader. */
  branchId: string | undefined
  from: DayText
  to: DayText
}

/** The shown page of a list. */
export interface Paging {
  page: number
  pageSize: (typeof SALES_PAGE_SIZES)[number]
}

/** Reads branch and days from a URL; a single day is both ends, and `usual` applies if there is none. */
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

/** Reads the page from a URL; invalid values mean the first page. */
export function readPaging(params: URLSearchParams): Paging {
  const page = Number(params.get('p'))
  const size = Number(params.get('ps'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: SALES_PAGE_SIZES.find((one) => one === size) ?? SALES_PAGE_SIZE,
  }
}

/** Returns branch and days as input for calls. */
export const spanInput = ({ branchId, from, to }: Span) => ({
  ...(branchId === undefined ? {} : { branch_id: branchId }),
  from_date: from,
  to_date: to,
})
