import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agreesToRename } from '#src/parts/patient-form/ask-rename.tsx'
import { findSignedOf, type SignedOfPatient, signedOf } from '#src/sync/desk/signed-of-patient.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/desk/signed-of-patient.ts', async (original) => ({
  ...(await original<object>()),
  findSignedOf: vi.fn(async () => ({ examinations: signed, more })),
}))
let signed: SignedOfPatient['examinations'] = []
let more = 0
beforeEach(() => vi.mocked(findSignedOf).mockClear())
afterEach(cleanup)

const BEFORE = { fname: 'Test', lname: 'Person' }
const AFTER = { fname: 'Test', lname: 'Personage' }
const ask = (after = AFTER) => {
  renderInApp(<div />)
  return agreesToRename('patient', { before: BEFORE, after, isOnline: true })
}

test('a name on signed reports is corrected only after a question that names them', async () => {
  signed = [{ id: 's1', visit_no: 'V0042', service: 'CT Brain', start_dt: '2026-11-20T08:00:00.000Z' }]
  const answer = ask()
  const question = await screen.findByRole('dialog', {
    name: 'Correct the name of a patient with signed reports?',
  })
  expect(question.textContent).toContain('“Test Person” is called “Test Personage”')
  expect(within(question).getByRole('listitem').textContent).toContain('CT Brain · V0042')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(await answer).toBe(false)
})

test('signed reports at other branches, and those beyond the list, are shown as a number', async () => {
  signed = Array.from({ length: 9 }, (_, n) => ({
    id: `s${n}`,
    visit_no: `V${n}`,
    service: 'CT Brain',
    start_dt: '2026-11-20T08:00:00.000Z',
  }))
  more = 2
  const answer = ask()
  const question = await screen.findByRole('dialog')
  expect(within(question).getAllByRole('listitem')).toHaveLength(8)
  expect(within(question).getByText('and 3 more')).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Correct the name' }))
  expect(await answer).toBe(true)
  more = 0
})

test('no question is asked if nothing is signed, or the name stays', async () => {
  signed = []
  expect(await ask()).toBe(true)
  signed = [{ id: 's1', visit_no: 'V0042', service: 'CT Brain', start_dt: '2026-11-20T08:00:00.000Z' }]
  vi.mocked(findSignedOf).mockClear()
  expect(await ask({ fname: ' Test ', lname: 'Person' })).toBe(true)
  expect(findSignedOf).not.toHaveBeenCalled()
})

test('an examination counts from its first signed report, the newest first', () => {
  const visit = (visit_no: string, start_dt: string, report_status: 'Draft' | 'Verified', count = 0) => ({
    visit_no,
    start_dt,
    services: [{ id: visit_no, name: 'CT Brain', report_status, signed_reports: count }],
  })
  const found = signedOf([
    visit('V1', '2026-11-20T08:00:00.000Z', 'Verified'),
    visit('V2', '2026-11-21T08:00:00.000Z', 'Draft'),
    visit('V3', '2026-11-22T08:00:00.000Z', 'Draft', 1),
  ])
  expect(found.map(({ visit_no }) => visit_no)).toEqual(['V3', 'V1'])
})
