import { useMemo } from 'react'
import type { ExchangeSum } from '#contract/calls/interfaces.ts'
import { formatClock, formatDay } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'
import { INTERFACES_WORDS as WORDS } from './words.ts'

const SERIES = [{ label: WORDS.taken }, { label: WORDS.notTaken }]

export interface VolumeChartProps {
  sums: readonly ExchangeSum[]
  unit: 'hour' | 'day'
  zone: string
}

/** How much went in and out, and how much of it was not taken: by hour of one day, else by day. */
export function VolumeChart({ sums, unit, zone }: VolumeChartProps) {
  const groups = useMemo(
    () =>
      sums.map(({ at, total, bad }) => ({
        label: unit === 'hour' ? formatClock(new Date(at), zone) : formatDay(dayAt(new Date(at), zone)),
        values: [total - bad, bad],
      })),
    [sums, unit, zone],
  )
  return (
    <StackedBarChart
      title={WORDS.volume}
      placeHeading={unit === 'hour' ? WORDS.hour : WORDS.perDay}
      valueHeading={WORDS.volume}
      series={SERIES}
      groups={groups}
      height={200}
      emptyText={WORDS.none}
    />
  )
}
