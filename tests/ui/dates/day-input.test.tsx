import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DayInput, type DayInputProps } from '#src/ui/dates/DayInput.tsx'
import { CalendarPanel } from '#src/ui/dates/panels.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

// 23 Nov 2026, 20:00 UTC: the next day in Kolkata.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T20:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const told = vi.fn()
beforeEach(() => told.mockReset())

function Held({ initial = '', ...props }: Partial<DayInputProps> & { initial?: string }) {
  const [day, setDay] = useState(initial)
  return (
    <>
      <DayInput
        label="Day"
        zone="UTC"
        {...props}
        value={day}
        onChange={(next) => {
          told(next)
          setDay(next)
        }}
      />
      <button type="button" onClick={() => setDay('2020-01-01')}>
        Elsewhere
      </button>
    </>
  )
}

/** Resolves after the timers that the popover set as it opened. */
const afterTimers = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

const field = () => screen.getByLabelText<HTMLInputElement>('Day')

async function typeIn(text: string) {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
}

describe('typing', () => {
  test('a day is shown as DD MMM YYYY', () => {
    renderInApp(<Held initial="2026-09-07" />)
    expect(field().value).toBe('07 Sep 2026')
  })

  test('a complete day is reported at once and formatted when the field is left', async () => {
    renderInApp(<Held />)
    await typeIn('7/9/2026')
    expect(told).toHaveBeenLastCalledWith('2026-09-07')
    expect(field().value).toBe('7/9/2026')
    await userEvent.tab()
    expect(field().value).toBe('07 Sep 2026')
  })

  test('a short form is reported after a pause, and stays as typed', async () => {
    renderInApp(<Held initial="2026-09-07" />)
    await typeIn('8/9')
    expect(told).not.toHaveBeenCalledWith('2026-09-08')
    await waitFor(() => expect(told).toHaveBeenLastCalledWith('2026-09-08'))
    expect(field().value).toBe('8/9')
  })

  test('a short form is reported when the field is left', async () => {
    renderInApp(<Held initial="2026-09-07" />)
    await typeIn('8/9')
    await userEvent.tab()
    expect(told).toHaveBeenLastCalledWith('2026-09-08')
    expect(field().value).toBe('08 Sep 2026')
  })

  test.each([
    ['UTC', '23 Nov 2026'],
    ['Asia/Kolkata', '24 Nov 2026'],
  ])('today is the day in %s', async (zone, shown) => {
    renderInApp(<Held zone={zone} />)
    await typeIn('t{Enter}')
    expect(field().value).toBe(shown)
  })

  test('an emptied field has no day', async () => {
    renderInApp(<Held initial="2026-09-07" />)
    await userEvent.clear(field())
    expect(told).toHaveBeenLastCalledWith('')
  })

  test('an invalid text stays, says why, and gives no day until it is corrected', async () => {
    renderInApp(<Held initial="2026-09-07" />)
    await userEvent.clear(field())
    told.mockReset()
    await userEvent.type(field(), '31 04 26')
    await userEvent.tab()
    expect(field().value).toBe('31 04 26')
    expect(screen.getByText('Apr 2026 has 30 days.')).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(told).not.toHaveBeenCalledWith('2026-04-30')
    await typeIn('30 04 26{Enter}')
    expect(told).toHaveBeenLastCalledWith('2026-04-30')
    expect(screen.queryByText('Apr 2026 has 30 days.')).toBeNull()
  })

  test('an invalid text removes the former day', async () => {
    renderInApp(<Held initial="2026-09-07" />)
    field().setSelectionRange(0, 99)
    await userEvent.type(field(), 'soon', { initialSelectionStart: 0, initialSelectionEnd: 11 })
    await userEvent.tab()
    expect(told.mock.calls).toEqual([['']])
    expect(field().value).toBe('soon')
  })

  test('a day outside the limits is not accepted', async () => {
    renderInApp(<Held max="2026-11-23" />)
    await typeIn('24 11 2026')
    await userEvent.tab()
    expect(told).not.toHaveBeenCalledWith('2026-11-24')
    expect(screen.getByText('Choose 23 Nov 2026 or earlier.')).toBeTruthy()
  })

  test('a value from outside replaces the typed text', async () => {
    renderInApp(<Held />)
    await typeIn('soon')
    await userEvent.tab()
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
    expect(field().value).toBe('01 Jan 2020')
  })
})

test('a day that arrives after the calendar opened gets the focus', async () => {
  renderInApp(<Held initial="2026-11-23" />)
  await userEvent.type(field(), '{ArrowDown}')
  const dayOf = (name: string) => screen.findByRole('button', { name, hidden: true })
  await waitFor(async () => expect(document.activeElement).toBe(await dayOf('23 November 2026')))
  fireEvent.click(screen.getByText('Elsewhere'))
  await waitFor(async () => expect(document.activeElement).toBe(await dayOf('1 January 2020')))
})

test('a form with an invalid date is not submitted, and the field has the focus', async () => {
  const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  renderInApp(
    <form onSubmit={submitted} noValidate>
      <Held />
      <button type="submit">Save</button>
    </form>,
  )
  await typeIn('soon{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(submitted).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(field())
  await typeIn('t{Enter}')
  expect(submitted).toHaveBeenCalledOnce()
  expect(told).toHaveBeenLastCalledWith('2026-11-23')
})

describe('the calendar', () => {
  const calendar = () => screen.findByRole('dialog', { name: 'Calendar' })

  test('opens on the day, moves by arrows over the end of the month, and Enter selects the day', async () => {
    renderInApp(<Held initial="2026-11-29" />)
    field().focus()
    await userEvent.keyboard('{ArrowDown}')
    const day = await within(await calendar()).findByRole('button', { name: '29 November 2026' })
    await waitFor(() => expect(document.activeElement).toBe(day))
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('6 December 2026')
    await userEvent.keyboard('{Enter}')
    expect(told).toHaveBeenLastCalledWith('2026-12-06')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Calendar' })).toBeNull())
    expect(document.activeElement).toBe(field())
  })

  test('a key pressed the moment it opens keeps the focus where it leads', async () => {
    await CalendarPanel.load()
    renderInApp(<Held initial="2027-01-31" />)
    field().focus()
    fireEvent.keyDown(field(), { key: 'ArrowDown' })
    const first = within(screen.getByRole('dialog', { name: 'Calendar' })).getByRole('button', {
      name: '31 January 2027',
    })
    expect(document.activeElement).toBe(first)
    fireEvent.keyDown(first, { key: 'ArrowRight' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('1 February 2027')
    await afterTimers()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('1 February 2027')
  })

  test('marks the day of the zone as today', async () => {
    renderInApp(<Held zone="Asia/Kolkata" />)
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    const day = await within(await calendar()).findByRole('button', { name: '24 November 2026' })
    expect(day.getAttribute('aria-current')).toBe('date')
  })

  test('clears an optional day, but not a required one', async () => {
    renderInApp(<Held initial="2026-11-29" />)
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    await userEvent.click(await within(await calendar()).findByRole('button', { name: 'Clear' }))
    expect(told).toHaveBeenLastCalledWith('')
    cleanup()
    renderInApp(<Held initial="2026-11-29" required />)
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    const panel = await calendar()
    await within(panel).findByRole('button', { name: 'Today' })
    expect(within(panel).queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  test('Escape closes the calendar and leaves the dialog around the field open', async () => {
    const close = vi.fn()
    renderInApp(
      <Dialog opened onClose={close} title="Around">
        <Held />
      </Dialog>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))
    const panel = await calendar()
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Calendar' })).toBeNull())
    expect(close).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field())
    await userEvent.keyboard('{Escape}')
    expect(close).toHaveBeenCalledOnce()
  })
})
