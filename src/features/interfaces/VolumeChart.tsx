import { useMemo } from 'react'
import type { ExchangeSum } from '#contract/calls/interfaces.ts'
import { formatClock, formatDay } from '#domain/time/formats.ts'
import { addDays, type DayText, dayAt, endOfDay, startOfDay } from '#domain/time/zones.ts'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'
import { INTERFACES_WORDS as WORDS } from './words.ts'

const SERIES = [{ label: WORDS.taken }, { label: WORDS.notTaken }]
const HOUR_MS = 3_600_000
/** Equals the retention of the log. */
const STEPS_MAX = 92

export interface VolumeChartProps {
  sums: readonly ExchangeSum[]
  from: DayText
  to: DayText
  zone: string
}

/**
 * The volume of incoming and outgoing exchanges, and how many were rejected: by hour for a single day, else
 * by day. Empty steps are included, because the reader looks for gaps.
 */
export function VolumeChart({ sums, from, to, zone }: VolumeChartProps) {
  const groups = useMemo(() => groupsOf({ sums, from, to, zone }), [sums, from, to, zone])
  const isDay = from === to
  return (
    <StackedBarChart
      title={isDay ? WORDS.volumeHours : WORDS.volumeDays}
      placeHeading={isDay ? WORDS.hour : WORDS.perDay}
      valueHeading={WORDS.volume}
      series={SERIES}
      groups={groups}
      height={180}
      emptyText={WORDS.none}
    />
  )
}

function groupsOf({ sums, from, to, zone }: VolumeChartProps) {
  const isDay = from === to
  const labelOf = (at: Date) => (isDay ? formatClock(at, zone) : formatDay(dayAt(at, zone)))
  const byStep = new Map(sums.map(({ at, total, bad }) => [labelOf(new Date(at)), [total - bad, bad]]))
  const steps = isDay ? hoursOf(from, zone) : daysOf(from, to, zone)
  const labels = steps.length > STEPS_MAX ? [...byStep.keys()] : [...new Set(steps.map(labelOf))]
  return byStep.size === 0 ? [] : labels.map((label) => ({ label, values: byStep.get(label) ?? [0, 0] }))
}

function hoursOf(day: DayText, zone: string): Date[] {
  const [begin, end] = [startOfDay(day, zone).getTime(), endOfDay(day, zone).getTime()]
  return Array.from({ length: Math.ceil((end - begin) / HOUR_MS) }, (_, n) => new Date(begin + n * HOUR_MS))
}

function daysOf(from: DayText, to: DayText, zone: string): Date[] {
  const days: Date[] = []
  for (let day = from; day <= to && days.length <= STEPS_MAX; day = addDays(day, 1))
    days.push(startOfDay(day, zone))
  return days
}
