import type { DepartmentSummary } from '#contract/calls/sales-records.ts'
import { formatAmount } from '#domain/money/currency.ts'
import { NONE_ID } from '#domain/visit/visit-filter.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import type { ParamsChange } from './visit-params.ts'
import classes from './visits.module.css'
import { VISITS_WORDS } from './words.ts'

const { columns: NAMES, summary: WORDS } = VISITS_WORDS
const AMOUNTS = ['charges', 'discount', 'net_charges', 'paid', 'balance'] as const

export interface SummaryTableProps {
  summary: DepartmentSummary
  /** The department by which the list is filtered. */
  chosen: string | undefined
  onChange: (change: ParamsChange) => void
}

/** One row for each department, and the total; each figure of a department opens the list of its visits. */
export function SummaryTable({ summary: { departments, total }, chosen, onChange }: SummaryTableProps) {
  return (
    <table className={classes.summaryTable} aria-label={WORDS.title}>
      <thead>
        <tr>
          <th scope="col">{WORDS.department}</th>
          <th scope="col">{WORDS.visits}</th>
          {AMOUNTS.map((name) => (
            <th key={name} scope="col">
              {NAMES[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {departments.map((row) => {
          const id = row.department_id ?? NONE_ID
          const name = row.department || WORDS.noDepartment
          return (
            <tr key={id} data-chosen={id === chosen || undefined}>
              <th scope="row">{name}</th>
              <Figures sums={row} label={WORDS.show(name)} onShow={() => onChange({ department_id: id })} />
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{WORDS.total}</th>
          <Figures sums={total} />
        </tr>
      </tfoot>
    </table>
  )
}

interface FiguresProps {
  sums: DepartmentSummary['total']
  label?: string
  /** Opens the visits; absent if the list already shows them. */
  onShow?: (() => void) | undefined
}

function Figures({ sums, label, onShow }: FiguresProps) {
  const format = useMoneyFormat()
  const texts = [countText(sums.visits), ...AMOUNTS.map((name) => formatAmount(sums[name], format))]
  return texts.map((text, i) => (
    <td key={AMOUNTS[i - 1] ?? 'visits'}>
      {onShow ? (
        <button
          type="button"
          className={classes.figure}
          title={label}
          // All figures of a row link to the same list, so the Tab key stops only at the first.
          tabIndex={i === 0 ? 0 : -1}
          onClick={onShow}
        >
          {text}
        </button>
      ) : (
        text
      )}
    </td>
  ))
}
