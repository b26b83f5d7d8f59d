import { layOutBarList } from './bar-list.ts'
import { layOutBars } from './bars.ts'
import type { ChartFrame, ChartSpec } from './chart-spec.ts'
import type { Drawing } from './drawing.ts'
import { layOutLine } from './line.ts'
import { layOutStackedBars } from './stacked-bars.ts'

type SpecOf<Form extends ChartSpec['form']> = Extract<ChartSpec, { form: Form }>

const LAYOUTS: { [Form in ChartSpec['form']]: (spec: SpecOf<Form>, frame: ChartFrame) => Drawing } = {
  bars: layOutBars,
  stacked: layOutStackedBars,
  line: layOutLine,
  list: layOutBarList,
}

/** Returns the geometry of a chart in its frame. Pure: the same data and frame give the same drawing. */
export function layOutChart(spec: ChartSpec, frame: ChartFrame): Drawing {
  // The entry fits its own form of chart; the compiler cannot follow the relation between the two.
  const layOut = LAYOUTS[spec.form] as (spec: ChartSpec, frame: ChartFrame) => Drawing
  return layOut(spec, frame)
}
