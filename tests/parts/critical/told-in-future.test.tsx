import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CriticalRow } from '#contract/calls/study-parts.ts'
import { CriticalForm } from '#src/parts/critical/CriticalForm.tsx'
import { saveCritical } from '#src/sync/study-parts/criticals.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/study-parts/criticals.ts', async (original) => ({
  ...(await original<object>()),
  saveCritical: vi.fn(async () => undefined),
  useRefusedCritical: () => undefined,
}))
// The growing field uses fonts, which happy-dom does not have.
Object.assign(document, { fonts: new EventTarget() })
beforeEach(() => vi.mocked(saveCritical).mockClear())
afterEach(cleanup)

const RECORD: CriticalRow = {
  id: 'c1',
  rev: 1,
  study_id: 's1',
  tag_id: 't1',
  tag: 'Critical result',
  opened_by: 'Dr Asha',
  opened_on: '2026-11-20T09:00:00.000Z',
  doctor_id: 'd1',
  told_to: 'Dr. Rao',
  told_how: 'Phone',
  told_on: null,
  read_back: 1,
  note: '',
  closed_by: '',
  closed_on: null,
}
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

test('a future time is reported at its field and neither saved nor closed; Now is accepted', async () => {
  renderInApp(<CriticalForm critical={RECORD} />)
  await userEvent.type(screen.getByLabelText('When', { selector: 'input' }), '01 01 2199')
  await userEvent.type(screen.getByLabelText('When, time'), '10:00{Tab}')
  expect(await screen.findByText('When lies in the future: enter when the person was told.')).toBeTruthy()
  expect([isOff('Save'), isOff('Close record')]).toEqual([true, true])
  await userEvent.click(screen.getByRole('button', { name: 'Now' }))
  expect([isOff('Save'), isOff('Close record')]).toEqual([false, false])
  await userEvent.click(screen.getByRole('button', { name: 'Close record' }))
  const [, fields, isClosed] = vi.mocked(saveCritical).mock.lastCall ?? []
  expect(isClosed).toBe(true)
  expect(Date.parse(fields?.told_on ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a record that could not be stored says so at its buttons, and the typed values stay', async () => {
  vi.mocked(saveCritical).mockRejectedValueOnce(new Error('This device is full'))
  const { container } = renderInApp(<CriticalForm critical={RECORD} />)
  await userEvent.type(screen.getByRole('textbox', { name: /^Note/ }), 'By phone')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expectRefusedAt(container, 'This device is full')
  expect(screen.getByDisplayValue('By phone')).toBeTruthy()
})
