import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BarChart } from '#src/ui/chart/BarChart.tsx'
import { BarList } from '#src/ui/chart/BarList.tsx'
import { LineChart } from '#src/ui/chart/LineChart.tsx'
import { Spark } from '#src/ui/chart/Spark.tsx'
import { StackedBarChart } from '#src/ui/chart/StackedBarChart.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const MONTHS = ['Jan, 2026', 'Feb, 2026', 'Mar, 2026'].map((label, index) => ({
  label,
  value: (index + 1) * 10,
  month: `2026-0${index + 1}`,
}))
const HEADINGS = { title: 'Cases', placeHeading: 'Month', valueHeading: 'Count' }
const hrefOf = ({ month }: { month: string }) => `/archives?month=${month}`
const tip = () => screen.queryByRole('tooltip')?.textContent

test('the chart is a single tab stop; arrows move along it and Enter opens the entries', async () => {
  const user = userEvent.setup()
  renderInApp(
    <>
      <BarChart {...HEADINGS} items={MONTHS} hrefOf={hrefOf} />
      <button type="button">after</button>
    </>,
  )
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show as table' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Cases: Jan, 2026, 10' }))
  expect(tip()).toBe('Jan, 202610')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Cases: Mar, 2026, 30' }))
  await user.keyboard('{Home}{ArrowRight}{Enter}')
  expect(screen.getByRole('status', { name: 'path' }).textContent).toBe('/archives?month=2026-02')
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'after' }))
  expect(tip()).toBeUndefined()
})

test('Escape hides the tooltip and keeps the focus; an arrow shows it again', async () => {
  const user = userEvent.setup()
  const onOpen = vi.fn()
  renderInApp(<BarChart {...HEADINGS} items={MONTHS} onOpen={onOpen} />)
  await user.tab()
  await user.tab()
  expect(tip()).toBeDefined()
  await user.keyboard('{Escape}')
  expect(tip()).toBeUndefined()
  await user.keyboard('{ArrowRight}')
  expect(tip()).toBe('Feb, 202620')
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(MONTHS[1])
})

test('Escape hides a tooltip that only the pointer opened', () => {
  renderInApp(<BarChart {...HEADINGS} items={MONTHS} />)
  const plot = screen.getByRole('img', { name: /^Cases/ }).parentElement!
  fireEvent.pointerMove(plot, { clientX: 630, clientY: 100, pointerType: 'mouse' })
  expect(tip()).toBe('Mar, 202630')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(tip()).toBeUndefined()
})

test('a mouse opens the mark under it; a finger shows its tooltip first', () => {
  const onOpen = vi.fn()
  renderInApp(<BarChart {...HEADINGS} items={MONTHS} onOpen={onOpen} />)
  const plot = screen.getByRole('button', { name: /^Cases/ }).parentElement!
  fireEvent.pointerMove(plot, { clientX: 630, clientY: 100, pointerType: 'mouse' })
  fireEvent.click(plot, { clientX: 630, clientY: 100 })
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(MONTHS[2])
  fireEvent.pointerMove(plot, { clientX: 330, clientY: 100, pointerType: 'touch' })
  fireEvent.click(plot, { clientX: 330, clientY: 100 })
  expect(onOpen).toHaveBeenCalledOnce()
  expect(tip()).toBe('Feb, 202620')
  fireEvent.click(plot, { clientX: 330, clientY: 100 })
  expect(onOpen).toHaveBeenLastCalledWith(MONTHS[1])
})

test('a screen reader finds a table of all values while the picture is shown', () => {
  renderInApp(<BarChart {...HEADINGS} items={MONTHS} hrefOf={hrefOf} />)
  const table = within(screen.getByRole('table', { name: 'Cases' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Month', 'Count'])
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['10', '20', '30'])
  expect(table.queryAllByRole('link')).toEqual([])
})

test('as a table every value opens its entries, and there is no second table for screen readers', async () => {
  renderInApp(<BarChart {...HEADINGS} items={MONTHS} hrefOf={hrefOf} />)
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getAllByRole('table')).toHaveLength(1)
  await userEvent.click(screen.getByRole('link', { name: '20' }))
  expect(screen.getByRole('status', { name: 'path' }).textContent).toBe('/archives?month=2026-02')
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.getByRole('link', { name: /^Cases/ })).toBeDefined()
})

test('an empty chart says why and offers no table', () => {
  renderInApp(<BarChart {...HEADINGS} items={[]} emptyText="No cases in this range." />)
  expect(screen.getByRole('figure').textContent).toContain('No cases in this range.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the parts of a stack are named by group and series, and open both', async () => {
  const user = userEvent.setup()
  const onOpen = vi.fn()
  const series = [{ label: 'Cash' }, { label: 'Online' }]
  const groups = [{ label: 'MRI', values: [5, 7] }]
  renderInApp(
    <StackedBarChart {...HEADINGS} title="Received" series={series} groups={groups} onOpen={onOpen} />,
  )
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('button', { name: 'Received: MRI, Online, 7' })).toBe(document.activeElement)
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ group: groups[0], series: series[1] })
})

test('a gap of a line says that it has no value and opens nothing', async () => {
  const user = userEvent.setup()
  const points = [
    { label: 'Mon', values: [3] },
    { label: 'Tue', values: [null] },
  ]
  renderInApp(<LineChart {...HEADINGS} series={[{ label: 'A' }]} points={points} onOpen={vi.fn()} />)
  await user.tab()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Cases: Mon, 3' })).toBe(document.activeElement)
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('img', { name: 'Cases: Tue, No value' })).toBe(document.activeElement)
  await user.keyboard('{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'Cases: Mon, 3' })).toBe(document.activeElement)
})

test('arrows move down a list by its rows', async () => {
  const user = userEvent.setup()
  renderInApp(<BarList {...HEADINGS} title="Machines" items={MONTHS} hrefOf={hrefOf} />)
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: 'Machines: Feb, 2026, 20' })).toBe(document.activeElement)
})

test('two charts on a page share no id', () => {
  renderInApp(
    <>
      <BarChart {...HEADINGS} items={MONTHS} />
      <BarList {...HEADINGS} items={MONTHS} />
      <Spark title="Last 3 months: 10 to 30" values={[10, 20, 30]} />
    </>,
  )
  expect(screen.getByRole('img', { name: 'Last 3 months: 10 to 30' })).toBeDefined()
  const ids = [...document.querySelectorAll('figure [id], svg[id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(document.querySelectorAll('figure style')).toHaveLength(0)
})

test('shrinking data keeps the marked value inside', async () => {
  const user = userEvent.setup()
  const view = renderInApp(<BarChart {...HEADINGS} items={MONTHS} />)
  await user.tab()
  await user.tab()
  await user.keyboard('{End}')
  view.unmount()
  renderInApp(<BarChart {...HEADINGS} items={MONTHS.slice(0, 1)} />)
  expect(screen.getByRole('img', { name: 'Cases: Jan, 2026, 10' })).toBeDefined()
})
