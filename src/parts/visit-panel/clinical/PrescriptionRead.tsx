import type { PrescriptionLine } from '#contract/calls/visit-records.ts'
import classes from './clinical.module.css'
import { CLINICAL_WORDS as WORDS } from './words.ts'

/** Lines of a prescription, read-only. */
export function PrescriptionRead({ lines }: { lines: readonly PrescriptionLine[] }) {
  return (
    <ol className={classes.read}>
      {lines.map((line) => (
        <li key={line.id}>{lineText(line)}</li>
      ))}
    </ol>
  )
}

function lineText({ medicine, dose, after_before_meal: meal, duration }: PrescriptionLine): string {
  const when = [...dose, meal === 'After' ? WORDS.after : WORDS.before]
  return `${medicine}: ${when.join(', ')}; ${duration || WORDS.noDuration}`
}
