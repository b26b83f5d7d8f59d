import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DayRange, QuickRange } from '#domain/time/quick-ranges.ts'
import { DayRangeInput } from '#src/ui/dates/DayRangeInput.tsx'
import { DayTimeInput } from '#src/ui/dates/DayTimeInput.tsx'
import { MonthInput } from '#src/ui/dates/MonthInput.tsx'
import { MonthPanel, TimePanel } from '#src/ui/dates/panels.ts'
import { TimeInput } from '#src/ui/dates/TimeInput.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const told = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T20:10:00Z'), toFake: ['Date'] })
  told.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Resolves after the timers that the popover set as it opened. */
const afterTimers = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

interface HeldProps<V> {
  initial: V
  children: (value: V, onChange: (value: V) => void) => React.ReactNode
}

function Held<V>({ initial, children }: HeldProps<V>) {
  const [value, setValue] = useState(initial)
  return children(value, (next) => {
    told(next)
    setValue(next)
  })
}

const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function retype(label: string, text: string) {
  await userEvent.clear(input(label))
  await userEvent.type(input(label), text)
}

describe('a range', () => {
  const renderRange = (initial: DayRange, ranges?: readonly QuickRange[]) =>
    renderInApp(
      <Held initial={initial}>
        {(value, onChange) => (
          <DayRangeInput label="Received" zone="UTC" ranges={ranges} value={value} onChange={onChange} />
        )}
      </Held>,
    )

  test('shows both days, and an open end as empty', () => {
    renderRange({ from: '2026-11-01' })
    expect(input('Received, from').value).toBe('01 Nov 2026')
    expect(input('Received, to').value).toBe('')
  })

  test('accepts each end as typed', async () => {
    renderRange({})
    await userEvent.type(input('Received, from'), '1/11{Enter}')
    expect(told).toHaveBeenLastCalledWith({ from: '2026-11-01' })
    await userEvent.type(input('Received, to'), 't')
    await userEvent.tab()
    expect(told).toHaveBeenLastCalledWith({ from: '2026-11-01', to: '2026-11-23' })
  })

  test('an end that reverses the range waits for the other one', async () => {
    renderRange({ from: '2026-11-01', to: '2026-11-07' })
    await userEvent.type(input('Received, from'), '10/11/2026', {
      initialSelectionStart: 0,
      initialSelectionEnd: 11,
    })
    await userEvent.tab()
    expect(told).not.toHaveBeenCalled()
    expect(input('Received, from').value).toBe('10/11/2026')
    expect(screen.getByText('The first day is after the last one.')).toBeTruthy()
    await userEvent.type(input('Received, to'), '20/11/2026', {
      initialSelectionStart: 0,
      initialSelectionEnd: 11,
    })
    expect(told.mock.calls).toEqual([[{ from: '2026-11-10', to: '2026-11-20' }]])
    await userEvent.tab()
    expect(screen.queryByText('The first day is after the last one.')).toBeNull()
    expect(input('Received, from').value).toBe('10 Nov 2026')
  })

  test('offers the given quick ranges, and applies one', async () => {
    renderRange({}, ['Today', 'Yesterday', 'Week'])
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    const ranges = await screen.findByRole('group', { name: 'Quick ranges' })
    expect(within(ranges).getAllByRole('radio')).toHaveLength(3)
    await userEvent.click(within(ranges).getByRole('radio', { name: 'Week' }))
    expect(told.mock.calls).toEqual([[{ from: '2026-11-17', to: '2026-11-23' }]])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('accepts two days selected in the calendar', async () => {
    renderRange({ from: '2026-11-01', to: '2026-11-01' })
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    const panel = await screen.findByRole('dialog', { name: 'Received' })
    await userEvent.click(await within(panel).findByRole('button', { name: '9 November 2026' }))
    expect(told).not.toHaveBeenCalled()
    expect(within(panel).getByText('Now choose the last day.')).toBeTruthy()
    await userEvent.click(within(panel).getByRole('button', { name: '12 November 2026' }))
    expect(told.mock.calls).toEqual([[{ from: '2026-11-09', to: '2026-11-12' }]])
  })
})

describe('a time', () => {
  const renderTime = (initial: string) =>
    renderInApp(
      <Held initial={initial}>
        {(value, onChange) => <TimeInput label="Start" zone="UTC" value={value} onChange={onChange} />}
      </Held>,
    )

  test('is shown as hh:mm A and typed in short', async () => {
    renderTime('14:05')
    expect(input('Start').value).toBe('02:05 PM')
    await retype('Start', '930')
    await userEvent.tab()
    expect(told).toHaveBeenLastCalledWith('09:30')
    expect(input('Start').value).toBe('09:30 AM')
  })

  test('an invalid time stays with its reason', async () => {
    renderTime('')
    await userEvent.type(input('Start'), '25:00')
    await userEvent.tab()
    expect(input('Start').value).toBe('25:00')
    expect(screen.getByText('There is no such time of day.')).toBeTruthy()
    expect(told).not.toHaveBeenCalled()
  })

  test('is selected from the half hours by arrows', async () => {
    renderTime('14:05')
    input('Start').focus()
    await userEvent.keyboard('{ArrowDown}')
    const first = await screen.findByRole('button', { name: '2:00 PM' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
    expect(told.mock.calls).toEqual([['16:30']])
    expect(document.activeElement).toBe(input('Start'))
  })

  test('a key pressed the moment the half hours open keeps the focus where it leads', async () => {
    await TimePanel.load()
    renderTime('14:05')
    input('Start').focus()
    fireEvent.keyDown(input('Start'), { key: 'ArrowDown' })
    fireEvent.keyDown(screen.getByRole('button', { name: '2:00 PM' }), { key: 'ArrowRight' })
    await afterTimers()
    expect(document.activeElement?.textContent).toBe('2:30 PM')
  })
})

test('a month is shown as MMM YYYY, typed in short and selected', async () => {
  renderInApp(
    <Held initial="2026-11">
      {(value, onChange) => <MonthInput label="Month" zone="UTC" value={value} onChange={onChange} />}
    </Held>,
  )
  expect(input('Month').value).toBe('Nov 2026')
  await retype('Month', '-1')
  await userEvent.tab()
  expect(told).toHaveBeenLastCalledWith('2026-10')
  await userEvent.click(screen.getByRole('button', { name: 'Open months' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mar' }))
  expect(told).toHaveBeenLastCalledWith('2026-03')
})

test('a key pressed the moment the months open keeps the focus where it leads', async () => {
  await MonthPanel.load()
  renderInApp(
    <Held initial="2026-10">
      {(value, onChange) => <MonthInput label="Month" zone="UTC" value={value} onChange={onChange} />}
    </Held>,
  )
  input('Month').focus()
  fireEvent.keyDown(input('Month'), { key: 'ArrowDown' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Oct' }), { key: 'ArrowRight' })
  await afterTimers()
  expect(document.activeElement?.textContent).toBe('Nov')
})

test('a day with a time is reported once both are there', async () => {
  renderInApp(
    <Held initial="">
      {(value, onChange) => <DayTimeInput label="Told on" zone="UTC" value={value} onChange={onChange} />}
    </Held>,
  )
  await userEvent.type(screen.getByLabelText('Told on', { selector: 'input' }), 't')
  await userEvent.tab()
  expect(told).not.toHaveBeenCalled()
  await userEvent.type(input('Told on, time'), 'n{Enter}')
  expect(told.mock.calls).toEqual([['2026-11-23T20:10']])
  await userEvent.clear(input('Told on, time'))
  expect(told).toHaveBeenLastCalledWith('')
  expect(screen.getByLabelText<HTMLInputElement>('Told on', { selector: 'input' }).value).toBe('23 Nov 2026')
})
