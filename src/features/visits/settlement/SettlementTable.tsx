import { formatMoney, type MoneyFormat } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { findSettlementProblem } from '#domain/money/settlement.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import { SheetTable } from '../sheet/SheetTable.tsx'
import { SheetTotals } from '../sheet/SheetTotals.tsx'
import { SettlementRow } from './SettlementRow.tsx'
import own from './settlement.module.css'
import type { SettlementLine } from './use-settlement.ts'
import { SETTLEMENT_WORDS as WORDS } from './words.ts'

const HEADS = Object.entries(WORDS.columns)
const AT_START: readonly string[] = ['visit', 'date', 'patient'] satisfies (keyof typeof WORDS.columns)[]
const FIGURES = HEADS.map(([key]) => key).filter((key) => !AT_START.includes(key))

export interface SettlementTableProps {
  lines: readonly SettlementLine[]
  mode: string | undefined
  count: number
  totalMinor: number
  seesCommission: boolean
  format: MoneyFormat
  onType: (id: string, text: string) => void
}

/** The invoices, each with an amount, and their totals. */
export function SettlementTable(props: SettlementTableProps) {
  const { lines, mode, count, totalMinor, seesCommission, format, onType } = props
  const zones = new Map(useBranches().map(({ id, time_zone }) => [id, time_zone]))
  const hasBranch = new Set(lines.map(({ row }) => row.branch_id)).size > 1
  const heads = HEADS.filter(([key]) => seesCommission || key !== 'commission')
  const totals = [
    [WORDS.invoices, countText(count)],
    [WORDS.total, formatMoney(fromMinor(totalMinor, format.decimals), format)],
  ] as const
  return (
    <>
      <SheetTable label={WORDS.table} heads={heads} figures={FIGURES} className={own.rows}>
        {lines.map((line) => (
          <SettlementRow
            key={line.id}
            row={line.row}
            typed={line.typed}
            zone={zones.get(line.row.branch_id) || branchZone()}
            format={format}
            hasBranch={hasBranch}
            seesCommission={seesCommission}
            problem={findSettlementProblem(line, mode, format.decimals)}
            onType={onType}
          />
        ))}
      </SheetTable>
      <SheetTotals label={WORDS.totals} totals={totals} />
    </>
  )
}
