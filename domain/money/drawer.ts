import { isCash, RECEIPT_MODES } from './payment-modes.ts'

/** One movement of a drawer, in whole minor units. */
export interface Movement {
  mode: string
  /** `taken_back` and `not_refunded` are cancellations of a receipt and a refund by the person whose drawer it is. */
  kind: 'received' | 'refunded' | 'taken_back' | 'not_refunded'
  minor: number
}

/** The totals of one mode, in whole minor units. */
export interface ModeTotal {
  mode: string
  received: number
  receipts: number
  refunded: number
  refunds: number
  takenBack: number
  net: number
}

/** A drawer by mode, in the order of the modes; modes without movements are skipped. */
export function drawerOf(movements: readonly Movement[]): ModeTotal[] {
  const totals = new Map<string, ModeTotal>()
  for (const { mode, kind, minor } of movements) {
    const total = totals.get(mode) ?? emptyMode(mode)
    totals.set(mode, total)
    if (kind === 'received') {
      total.received += minor
      total.receipts += 1
    } else if (kind === 'refunded') {
      total.refunded += minor
      total.refunds += 1
    } else total.takenBack += kind === 'taken_back' ? minor : -minor
    total.net = total.received - total.refunded - total.takenBack
  }
  const place = (mode: string) => (RECEIPT_MODES as readonly string[]).indexOf(mode)
  return [...totals.values()].sort((a, b) => place(a.mode) - place(b.mode))
}

const emptyMode = (mode: string): ModeTotal => ({
  mode,
  received: 0,
  receipts: 0,
  refunded: 0,
  refunds: 0,
  takenBack: 0,
  net: 0,
})

/** The cash that should lie in a drawer. */
export const cashOf = (modes: readonly Pick<ModeTotal, 'mode' | 'net'>[]): number =>
  modes.filter(({ mode }) => isCash(mode)).reduce((total, { net }) => total + net, 0)
