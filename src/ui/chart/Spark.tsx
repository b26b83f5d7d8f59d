import { layOutSpark } from '#render/chart/spark.ts'
import type { Tone } from '#render/chart/tones.ts'
import { ChartMarks } from './ChartMarks.tsx'
import classes from './chart.module.css'

export interface SparkProps {
  /** What it shows, in words with the important numbers: 'Last 7 days: 12 to 31, today 24'. */
  title: string
  /** In chronological order; null is a gap. */
  values: readonly (number | null)[]
  tone?: Tone | undefined
  width?: number | undefined
  height?: number | undefined
}

/** A small line beside a number. */
export function Spark({ title, values, tone, width = 96, height = 24 }: SparkProps) {
  return (
    <span className={classes.spark} role="img" aria-label={title} style={{ width, height }}>
      <ChartMarks drawing={layOutSpark(values, { width, height, tone })} />
    </span>
  )
}
