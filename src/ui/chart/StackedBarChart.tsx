import { useMemo } from 'react'
import type { ChartGroup, ChartSeries, ChartSpec } from '#render/chart/chart-spec.ts'
import type { Unit } from '#render/chart/unit.ts'
import { ChartFigure, type ChartProps } from './ChartFigure.tsx'
import { type Doors, doorTo } from './chart-door.ts'
import { COUNT } from './units.ts'

/** One part of one bar. */
export interface ChartPart<Group extends ChartGroup, Series extends ChartSeries> {
  group: Group
  series: Series
}

export interface StackedBarChartProps<Group extends ChartGroup, Series extends ChartSeries>
  extends ChartProps,
    Doors<ChartPart<Group, Series>> {
  /** In the order of the parts from zero and of each group's `values`. */
  series: readonly Series[]
  groups: readonly Group[]
  unit?: Unit | undefined
}

/** Vertical bars of several parts, told apart by colour and hatch. Keep its props the same objects while unchanged. */
export function StackedBarChart<Group extends ChartGroup, Series extends ChartSeries>(
  props: StackedBarChartProps<Group, Series>,
) {
  const { series, groups, unit = COUNT, hrefOf, onOpen, ...chart } = props
  const spec = useMemo<ChartSpec>(() => ({ form: 'stacked', series, groups, unit }), [series, groups, unit])
  return (
    <ChartFigure
      {...chart}
      spec={spec}
      doorOf={({ column, row }) => {
        const [group, one] = [groups[column], series[row]]
        return doorTo(group && one && { group, series: one }, { hrefOf, onOpen })
      }}
    />
  )
}
