import { formatAmount, type MoneyFormat } from '#domain/money/currency.ts'
import { PAYMENT_MODE_LABELS } from '#domain/money/payment-modes.ts'
import { formatDate, formatDateTime } from '#domain/time/formats.ts'
import type { FigureScope } from '#server/features/sales/public/figure-scope.ts'

/** The formats of amounts and moments on a paper: the client's locale and decimals, each branch's own time zone. */
export interface SalesTexts {
  currency: string
  money: (amount: number) => string
  /** For the day and time at a branch. */
  date: (instant: string, branchId: string) => string
  dateTime: (instant: string, branchId: string) => string
  /** For a moment of the paper itself, in the time zone of its branches; names the zone if there are several. */
  moment: (instant: string) => string
  mode: (mode: string) => string
  /** True if the special management discounts have a column. */
  hasHidden: boolean
  /** True if the rows are of several branches, which each row then names. */
  hasBranches: boolean
}

/** Returns the formats of a paper about `scope`. */
export function salesTexts(money: MoneyFormat, scope: FigureScope, hasHidden: boolean): SalesTexts {
  const zones = new Map(
    scope.zones.flatMap(({ zone, branchIds }) => branchIds.map((id) => [id, zone] as const)),
  )
  const zoneOf = (branchId: string) => zones.get(branchId) ?? 'UTC'
  const [only, ...others] = scope.zones
  const zone = only && others.length === 0 ? only.zone : 'UTC'
  return {
    currency: money.currency,
    money: (amount) => formatAmount(amount, money),
    date: (instant, branchId) => formatDate(new Date(instant), zoneOf(branchId)),
    dateTime: (instant, branchId) => formatDateTime(new Date(instant), zoneOf(branchId)),
    moment: (instant) => `${formatDateTime(new Date(instant), zone)}${zone === 'UTC' ? ' UTC' : ''}`,
    mode: modeText,
    hasHidden,
    hasBranches: zones.size > 1,
  }
}

/** Returns the label of a mode; an unknown one as it is. */
const modeText = (mode: string) =>
  (PAYMENT_MODE_LABELS as Readonly<Record<string, string | undefined>>)[mode] ?? mode.replaceAll('_', ' ')
