import * as z from 'zod/mini'
import {
  InvoiceFilterFields,
  ReceiptFilterFields,
  SALES_PAGE_SIZE,
  SALES_PAGE_SIZES,
  ServiceFilterFields,
} from '#contract/calls/sales-filters.ts'
import type { AnyCall, InputOf } from '#contract/kernel/define-call.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'

export const SALES_TABS = ['collection', 'invoices', 'services', 'receipts'] as const
export type SalesTab = (typeof SALES_TABS)[number]

/** The filters of each tab by the names of the wire; the address carries the same names. */
const FIELDS_OF_TAB = {
  collection: { includeFutureReceipt: InvoiceFilterFields.includeFutureReceipt },
  invoices: InvoiceFilterFields,
  services: { ...ServiceFilterFields, combine_lab: z.optional(z.enum(['Y', 'N'])) },
  receipts: ReceiptFilterFields,
} as const satisfies Record<SalesTab, Record<string, z.ZodMiniType>>

/** Values of a tab's filters by name; an absent one does not filter. */
export type TabFilter = Readonly<Record<string, string>>

/** What the address of the report says. */
export interface SalesPlace {
  tab: SalesTab
  /** Absent: all branches of the reader. */
  branchId: string | undefined
  from: DayText
  to: DayText
  filter: TabFilter
  page: number
  pageSize: (typeof SALES_PAGE_SIZES)[number]
}

const isTab = (text: string | null): text is SalesTab => SALES_TABS.some((tab) => tab === text)

/** Reads an address; `today` stands where it names no days, and what does not fit the contract is left out. */
export function readSalesPlace(params: URLSearchParams, today: DayText): SalesPlace {
  const asked = params.get('tab')
  const tab = isTab(asked) ? asked : 'collection'
  const dayOf = (name: string) => {
    const text = params.get(name)
    return text !== null && findDay(text) ? text : undefined
  }
  const [from, to] = [dayOf('from_date'), dayOf('to_date')]
  const size = Number(params.get('ps'))
  const page = Number(params.get('p'))
  return {
    tab,
    branchId: params.get('branch_id') ?? undefined,
    from: from ?? to ?? today,
    to: to ?? from ?? today,
    filter: readFilter(params, FIELDS_OF_TAB[tab]),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: SALES_PAGE_SIZES.find((one) => one === size) ?? SALES_PAGE_SIZE,
  }
}

function readFilter(params: URLSearchParams, fields: Readonly<Record<string, z.ZodMiniType>>): TabFilter {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const value = params.get(name)
    return value !== null && value !== '' && z.safeParse(field, value).success ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

/** The address of a tab with exactly these filters, for the same branch and days. */
export function salesLink(
  { branchId, from, to }: Pick<SalesPlace, 'branchId' | 'from' | 'to'>,
  tab: SalesTab,
  filter: TabFilter = {},
): string {
  const params = new URLSearchParams({ tab, from_date: from, to_date: to })
  if (branchId !== undefined) params.set('branch_id', branchId)
  for (const [name, value] of Object.entries(filter)) if (value !== '') params.set(name, value)
  return `/sales-report?${params}`
}

/** The query with fields changed; an empty value removes one. Every change but of the page goes back to page 1. */
export function changeSalesParams(
  params: URLSearchParams,
  change: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('p' in change)) next.delete('p')
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** The input of a call over the place: branch and days, then the tab's filter. */
export const salesInput = ({ branchId, from, to, filter }: SalesPlace) => ({
  ...(branchId === undefined ? {} : { branch_id: branchId }),
  from_date: from,
  to_date: to,
  ...filter,
})

/** The input as the call takes it: the address was read by the same contract. */
export const inputOf = <C extends AnyCall>(_call: C, input: object): InputOf<C> => input as InputOf<C>
