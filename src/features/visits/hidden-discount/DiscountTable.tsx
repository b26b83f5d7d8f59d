import { formatMoney, type MoneyFormat } from '#domain/money/currency.ts'
import { findDiscountProblem, sumDiscounts } from '#domain/money/hidden-discount.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import { SheetTable } from '../sheet/SheetTable.tsx'
import { SheetTotals } from '../sheet/SheetTotals.tsx'
import { DiscountRow } from './DiscountRow.tsx'
import own from './hidden-discount.module.css'
import type { DiscountLine } from './use-discounts.ts'
import { HIDDEN_DISCOUNT_WORDS as WORDS } from './words.ts'

const HEADS = Object.entries(WORDS.columns)
const FIGURES: readonly string[] = [
  'net',
  'paid',
  'cash',
  'discount',
] satisfies (keyof typeof WORDS.columns)[]

export interface DiscountTableProps {
  lines: readonly DiscountLine[]
  changed: number
  hasBranch: boolean
  format: MoneyFormat
  onType: (id: string, text: string) => void
}

/** The cash-paid visits, each with an input, and their totals. */
export function DiscountTable({ lines, changed, hasBranch, format, onType }: DiscountTableProps) {
  const zones = new Map(useBranches().map(({ id, time_zone }) => [id, time_zone]))
  return (
    <>
      <SheetTable label={WORDS.table} heads={HEADS} figures={FIGURES} className={own.rows}>
        {lines.map((line) => (
          <DiscountRow
            key={line.id}
            visit={line.visit}
            typed={line.typed}
            zone={zones.get(line.visit.branch_id) || branchZone()}
            format={format}
            hasBranch={hasBranch}
            problem={findDiscountProblem(line, format.decimals)}
            onType={onType}
          />
        ))}
      </SheetTable>
      <Totals lines={lines} changed={changed} format={format} />
    </>
  )
}

function Totals({ lines, changed, format }: Pick<DiscountTableProps, 'lines' | 'changed' | 'format'>) {
  const sums = sumDiscounts(lines, format.decimals)
  const money = (minor: number) => formatMoney(fromMinor(minor, format.decimals), format)
  const totals = [
    [WORDS.visits, countText(lines.length)],
    [WORDS.columns.cash, money(sums.cash)],
    [WORDS.columns.discount, money(sums.discount)],
    [WORDS.changed, countText(changed)],
  ] as const
  return <SheetTotals label={WORDS.totals} totals={totals} />
}
