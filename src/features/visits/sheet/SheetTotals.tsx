import classes from '../visits.module.css'

export interface SheetTotalsProps {
  label: string
  totals: readonly (readonly [name: string, text: string])[]
}

/** The totals of a sheet's rows. */
export function SheetTotals({ label, totals }: SheetTotalsProps) {
  return (
    <dl className={classes.totals} aria-label={label}>
      {totals.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
