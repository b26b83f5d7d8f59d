import '@mantine/core/styles.css'
import { MantineProvider, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { surfaceVariables, theme } from '#src/app/theme/theme.ts'
import { BarChart } from '#src/ui/chart/BarChart.tsx'
import { BarList } from '#src/ui/chart/BarList.tsx'
import { LineChart } from '#src/ui/chart/LineChart.tsx'
import { Spark } from '#src/ui/chart/Spark.tsx'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

const draw = (content: ReactNode) =>
  flushSync(() =>
    root.render(
      <MantineProvider theme={theme} forceColorScheme="dark" cssVariablesResolver={surfaceVariables}>
        <MemoryRouter>{content}</MemoryRouter>
      </MantineProvider>,
    ),
  )

const waveOf = (count: number) =>
  Array.from({ length: count }, (_, index) => Math.round(500 + 400 * Math.sin(index / 9) + (index % 7) * 12))

/** The data of the charts, made before the measurement. */
const FORMS = {
  bars: (count: number) => {
    const items = waveOf(count).map((value, index) => ({ label: `Day ${index + 1}`, value }))
    return <BarChart title="Bars" placeHeading="Day" valueHeading="Cases" items={items} hrefOf={() => '/'} />
  },
  line: (count: number) => {
    const points = waveOf(count).map((value, index) => ({ label: `Day ${index + 1}`, values: [value] }))
    const series = [{ label: 'Cases' }]
    return (
      <LineChart
        title="Line"
        placeHeading="Day"
        valueHeading="Cases"
        series={series}
        points={points}
        isArea
      />
    )
  },
} as const

export type MeasuredForm = keyof typeof FORMS

/** Returns the milliseconds from the first render of a chart with so many values to its layout. */
function timeToDraw(form: MeasuredForm, count: number): number {
  draw(null)
  const chart = FORMS[form](count)
  const began = performance.now()
  draw(chart)
  document.body.getBoundingClientRect()
  return performance.now() - began
}

const MONEY = { kind: 'money', money: { locale: 'en-IN', currency: 'INR', decimals: 2 } } as const
const MODES = [{ label: 'Cash' }, { label: 'Credit Card' }, { label: 'Online' }]
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ').map((month) => `${month}, 2026`)
const PANEL = { background: 'var(--surface-panel)' }

/** Shows one of each, for people who change them. */
function showAll(): void {
  draw(
    <div className="gallery" style={{ display: 'grid', gap: 12, padding: 12 }}>
      <Paper p="md" style={PANEL}>
        <BarChart
          title="Last 12 Months Cases"
          placeHeading="Month"
          valueHeading="Cases"
          items={MONTHS.map((label, index) => ({ label, value: 640 + ((index * 137) % 380) }))}
          hrefOf={() => '/'}
        />
      </Paper>
      <Paper p="md" style={PANEL}>
        <StackedBarChart
          title="Received by mode"
          placeHeading="Month"
          valueHeading="Received"
          unit={MONEY}
          series={MODES}
          groups={MONTHS.map((label, index) => ({
            label,
            values: [120_500 + index * 9_100, 84_000 + ((index * 31_000) % 70_000), 150_000 - index * 4_300],
          }))}
          hrefOf={() => '/'}
        />
      </Paper>
      <Paper p="md" style={PANEL}>
        <LineChart
          title="Minutes from arrival to verified, p50 and p95"
          placeHeading="Day"
          valueHeading="Minutes"
          unit={{ kind: 'minutes' }}
          series={[{ label: 'p50' }, { label: 'p95' }]}
          points={waveOf(30).map((value, index) => ({
            label: `${index + 1} Nov`,
            values: [index === 12 ? null : value / 8, value / 4 + 60],
          }))}
        />
      </Paper>
      <Paper p="md" style={PANEL}>
        <BarList
          title="Cases by referring doctor"
          placeHeading="Doctor"
          valueHeading="Cases"
          items={['Dr. Anantharaman Subramanian Venkatesh', 'Dr. Rao', 'Sunrise Hospital', 'None'].map(
            (label, index) => ({ label, value: 96 - index * 31 }),
          )}
          hrefOf={() => '/'}
        />
      </Paper>
      <Paper p="md" style={PANEL}>
        <BarChart title="No cases" placeHeading="Month" valueHeading="Cases" items={[]} />
        <Spark title="Last 7 days" values={[4, 9, 7, 12, 11, 15, 13]} />
      </Paper>
    </div>,
  )
}

export interface ChartBench {
  timeToDraw: typeof timeToDraw
  showAll: typeof showAll
}

showAll()
Object.assign(globalThis, { chartBench: { timeToDraw, showAll } satisfies ChartBench })
