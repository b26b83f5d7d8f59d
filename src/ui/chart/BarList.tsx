import { useMemo } from 'react'
import type { ChartItem, ChartSpec } from '#render/chart/chart-spec.ts'
import type { BarChartProps } from './BarChart.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { doorTo } from './chart-door.ts'
import { COUNT } from './units.ts'

/** Horizontal bars with names and numbers: machines, referrers, modes of payment. Its height depends on its rows. */
export function BarList<Item extends ChartItem>(props: Omit<BarChartProps<Item>, 'height'>) {
  const { items, unit = COUNT, tone, hrefOf, onOpen, ...chart } = props
  const spec = useMemo<ChartSpec>(() => ({ form: 'list', items, unit, tone }), [items, unit, tone])
  return <ChartFigure {...chart} spec={spec} doorOf={({ row }) => doorTo(items[row], { hrefOf, onOpen })} />
}
