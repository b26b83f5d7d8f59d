import type { Tone } from './tones.ts'
import type { Unit } from './unit.ts'

/** The data of a chart. */
export type ChartSpec = BarsSpec | StackedSpec | LineSpec | BarListSpec

export interface BarsSpec {
  form: 'bars'
  unit: Unit
  items: readonly ChartItem[]
  tone?: Tone | undefined
}

/** Horizontal bars, each with its name on the left and its number on the right. */
export interface BarListSpec {
  form: 'list'
  unit: Unit
  items: readonly ChartItem[]
  tone?: Tone | undefined
}

export interface ChartItem {
  label: string
  value: number
  tone?: Tone | undefined
}

/** Bars of several parts: `values` holds one number for each of `series`, in its order. */
export interface StackedSpec {
  form: 'stacked'
  unit: Unit
  series: readonly ChartSeries[]
  groups: readonly ChartGroup[]
}

/** Lines over common places: `values` holds one number for each of `series`; null is a gap. */
export interface LineSpec {
  form: 'line'
  unit: Unit
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** Fills the area between the line and zero; for one series. */
  isArea?: boolean | undefined
}

export interface ChartSeries {
  label: string
  tone?: Tone | undefined
}

export interface ChartGroup {
  label: string
  values: readonly number[]
}

export interface ChartPoint {
  label: string
  values: readonly (number | null)[]
}

/** The size of a chart, and the function that measures a text in the type of its medium. */
export interface ChartFrame {
  width: number
  /** A list of bars has the height of its rows instead. */
  height: number
  textWidth: (text: string, size: number) => number
}

/** Returns true if a chart has no value to show. */
export function isEmptyChart(spec: ChartSpec): boolean {
  if (spec.form === 'line') return !spec.points.some(({ values }) => values.some((value) => value !== null))
  return spec.form === 'stacked' ? spec.groups.length === 0 : spec.items.length === 0
}
