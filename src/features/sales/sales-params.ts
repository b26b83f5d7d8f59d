import * as z from 'zod/mini'
import {
  InvoiceFilterFields,
  ReceiptFilterFields,
  ServiceFilterFields,
} from '#contract/calls/sales-filters.ts'
import type { AnyCall, InputOf } from '#contract/kernel/define-call.ts'
import type { DayText } from '#domain/time/zones.ts'
import { type Paging, readPaging, readSpan, type Span, spanInput } from '#src/parts/figures/read-span.ts'

export const SALES_TABS = ['collection', 'invoices', 'services', 'receipts'] as const
export type SalesTab = (typeof SALES_TABS)[number]

/** The filters of each tab, named as on the wire and in the address. */
const FIELDS_OF_TAB = {
  collection: { includeFutureReceipt: InvoiceFilterFields.includeFutureReceipt },
  invoices: InvoiceFilterFields,
  services: { ...ServiceFilterFields, combine_lab: z.optional(z.enum(['Y', 'N'])) },
  receipts: ReceiptFilterFields,
} as const satisfies Record<SalesTab, Record<string, z.ZodMiniType>>

/** The values of a tab's filters by name; an absent one does not filter. */
export type TabFilter = Readonly<Record<string, string>>

/** The place of the report, as kept in the address. */
export interface SalesParams extends Span, Paging {
  tab: SalesTab
  filter: TabFilter
}

const isTab = (text: string | null): text is SalesTab => SALES_TABS.some((tab) => tab === text)

/** Reads an address; defaults to `today`, and ignores values that do not match the contract. */
export function readSalesParams(params: URLSearchParams, today: DayText): SalesParams {
  const asked = params.get('tab')
  const tab = isTab(asked) ? asked : 'collection'
  return {
    tab,
    ...readSpan(params, { from: today, to: today }),
    ...readPaging(params),
    filter: readFilter(params, FIELDS_OF_TAB[tab]),
  }
}

function readFilter(params: URLSearchParams, fields: Readonly<Record<string, z.ZodMiniType>>): TabFilter {
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const value = params.get(name)
    return value !== null && value !== '' && z.safeParse(field, value).success ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

/** Returns the address of a tab with exactly these filters, for the same branch and days. */
export function salesLink({ branchId, from, to }: Span, tab: SalesTab, filter: TabFilter = {}): string {
  const params = new URLSearchParams({ tab, from_date: from, to_date: to })
  if (branchId !== undefined) params.set('branch_id', branchId)
  for (const [name, value] of Object.entries(filter)) if (value !== '') params.set(name, value)
  return `/sales-report?${params}`
}

/** Returns the input of a call for the place: branch and days, then the tab's filter. */
export const salesInput = ({ filter, ...place }: SalesParams) => ({ ...spanInput(place), ...filter })

/** Returns the input with the call's type: the address was read by the same contract. */
export const inputOf = <C extends AnyCall>(_call: C, input: object): InputOf<C> => input as InputOf<C>
