import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import { CancelScanDialog } from '#src/parts/cancel-scan/CancelScanDialog.tsx'
import { visitRowOf, visitServiceOf } from '#tests/helpers/device/visit-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ kept: [] as unknown[][], closed: 0 }))
vi.mock('#src/sync/outbox/make/enqueue.ts', () => ({
  enqueue: async (...given: unknown[]) => {
    seams.kept.push(given)
    return 'id'
  },
}))

// A growing text field uses it; happy-dom has none.
beforeEach(() => {
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  Object.assign(seams, { kept: [], closed: 0 })
})

const SCAN = { id: 'b', appt_id: 'v', name: 'CT Brain', pat_name: 'Asha Rao' }
const VISIT = visitRowOf({
  id: 'v',
  services: [
    visitServiceOf({ id: 'a', net_charges: 500 }),
    visitServiceOf({ id: 'b', name: 'CT Brain', charges: 1500, net_charges: 1500 }),
  ],
  net_charges: 2000,
})
const open = (visit: VisitRow | undefined) =>
  renderInApp(
    <CancelScanDialog
      scan={SCAN}
      visit={visit}
      label="Set examination to Scan Cancelled"
      onClose={() => {
        seams.closed += 1
      }}
    />,
  )
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Cancel examination' }))

test('for a paid visit it names the refundable amount and requires a reason', async () => {
  open({ ...VISIT, paid: 1800, balance: 200, payment_status: 'Partial_Paid' })
  expect(await screen.findByText(/1,300\.00 of it can then be refunded/)).toBeTruthy()
  await press()
  expect(await screen.findByText('A reason is required.')).toBeTruthy()
  expect(seams.kept).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), '  Patient has a pacemaker ')
  await press()
  expect(seams.kept[0]?.slice(0, 2)).toEqual([
    'appt/changeServiceStatus',
    { id: 'b', appt_id: 'v', status: 12, reason: 'Patient has a pacemaker' },
  ])
  expect(seams.closed).toBe(1)
})

test('if the remaining services still need the whole payment, it says so', async () => {
  open({ ...VISIT, paid: 400, balance: 1600, payment_status: 'Partial_Paid' })
  expect(await screen.findByText(/The rest of the visit still needs all of it/)).toBeTruthy()
})

test('a person who may not see amounts sees that money was received', async () => {
  const { paid: _paid, ...untold } = VISIT
  open({ ...untold, payment_status: 'Paid' })
  expect(await screen.findByText(/^Money was received for this visit\. What the patient paid/)).toBeTruthy()
})

test('for an unpaid visit it requires no reason', async () => {
  open(VISIT)
  await press()
  expect(seams.kept[0]?.[1]).toEqual({ id: 'b', appt_id: 'v', status: 12 })
})

test('for a visit that is not on this device the money is unknown, and a reason is required', async () => {
  open(undefined)
  expect(await screen.findByText(/does not know whether money was received/)).toBeTruthy()
  await press()
  expect(await screen.findByText('A reason is required.')).toBeTruthy()
  expect(seams.kept).toEqual([])
})
