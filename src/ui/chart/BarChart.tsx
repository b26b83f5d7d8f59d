import { useMemo } from 'react'
import type { ChartItem, ChartSpec } from '#render/chart/chart-spec.ts'
import type { Tone } from '#render/chart/tones.ts'
import type { Unit } from '#render/chart/unit.ts'
import { ChartFigure, type ChartProps } from './ChartFigure.tsx'
import { type Doors, doorTo } from './chart-door.ts'
import { COUNT } from './units.ts'

export interface BarChartProps<Item extends ChartItem> extends ChartProps, Doors<Item> {
  items: readonly Item[]
  unit?: Unit | undefined
  /** For items that have none of their own. */
  tone?: Tone | undefined
}

/**
 * Vertical bars from zero: months, days, age bands. Keep `items` and `unit` the same objects while they do not change.
 */
export function BarChart<Item extends ChartItem>(props: BarChartProps<Item>) {
  const { items, unit = COUNT, tone, hrefOf, onOpen, ...chart } = props
  const spec = useMemo<ChartSpec>(() => ({ form: 'bars', items, unit, tone }), [items, unit, tone])
  return (
    <ChartFigure {...chart} spec={spec} doorOf={({ column }) => doorTo(items[column], { hrefOf, onOpen })} />
  )
}
