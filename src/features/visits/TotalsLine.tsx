import { formatMoney } from '#domain/money/currency.ts'
import { formatDateTime } from '#domain/time/formats.ts'
import { useMoneyFormat } from '#src/parts/papers/use-paper-context.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import type { VisitList } from '#src/sync/visits/use-visit-list.ts'
import { countText } from '#src/ui/grid/count-text.ts'
import classes from './visits.module.css'
import { VISITS_WORDS as WORDS } from './words.ts'

const SUMS = ['charges', 'discount', 'net_charges', 'paid', 'balance'] as const

/** The totals of all pages of the list; cancelled visits are counted but not summed. */
export function TotalsLine({ list: { totals, asAt } }: { list: VisitList }) {
  const format = useMoneyFormat()
  if (!totals) return null
  const { sums, visits, cancelled } = totals
  return (
    <dl className={classes.totals} aria-label={WORDS.totals}>
      <div>
        <dt>{WORDS.list}</dt>
        <dd>
          {countText(visits)}
          {cancelled > 0 && <span className={classes.dim}> ({WORDS.cancelled(countText(cancelled))})</span>}
        </dd>
      </div>
      {sums &&
        SUMS.map((name) => (
          <div key={name}>
            <dt>{WORDS.columns[name]}</dt>
            <dd>{formatMoney(sums[name], format)}</dd>
          </div>
        ))}
      {asAt !== undefined && (
        <div className={classes.asAt}>
          <dt>{WORDS.asAt(formatDateTime(new Date(asAt), branchZone()))}</dt>
        </div>
      )}
    </dl>
  )
}
