import { useMemo } from 'react'
import type { ChartPoint, ChartSeries, ChartSpec } from '#render/chart/chart-spec.ts'
import type { Unit } from '#render/chart/unit.ts'
import { ChartFigure, type ChartProps } from './ChartFigure.tsx'
import { type Doors, doorTo } from './chart-door.ts'
import { COUNT } from './units.ts'

/** One value of one line. */
export interface LineValue<Point extends ChartPoint, Series extends ChartSeries> {
  point: Point
  series: Series
}

export interface LineChartProps<Point extends ChartPoint, Series extends ChartSeries>
  extends ChartProps,
    Doors<LineValue<Point, Series>> {
  /** In the order of each point's `values`. */
  series: readonly Series[]
  /** In chronological order; a null value is a gap. */
  points: readonly Point[]
  /** Fills the area down to zero; for one series. */
  isArea?: boolean | undefined
  unit?: Unit | undefined
}

/**
 * Lines from zero over common places, told apart by colour and dashes. Keep its props the same objects while unchanged.
 */
export function LineChart<Point extends ChartPoint, Series extends ChartSeries>(
  props: LineChartProps<Point, Series>,
) {
  const { series, points, isArea, unit = COUNT, hrefOf, onOpen, ...chart } = props
  const spec = useMemo<ChartSpec>(
    () => ({ form: 'line', series, points, isArea, unit }),
    [series, points, isArea, unit],
  )
  return (
    <ChartFigure
      {...chart}
      spec={spec}
      doorOf={({ column, row }) => {
        const [point, one] = [points[column], series[row]]
        const isThere = (point?.values[row] ?? null) !== null
        return doorTo(isThere && point && one ? { point, series: one } : undefined, { hrefOf, onOpen })
      }}
    />
  )
}
