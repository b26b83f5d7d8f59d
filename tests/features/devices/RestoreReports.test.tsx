import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RestoreReport } from '#contract/calls/devices.ts'
import { RestoreReports } from '#src/features/devices/RestoreReports.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const report: RestoreReport = {
  restored: '2026-11-23T09:00:00.000Z',
  backup: '2026-11-22T20:00:00.000Z',
  devices: [
    {
      device_name: 'Desk 1',
      user_name: 'Shilpa Rane',
      at: '2026-11-23T09:01:00.000Z',
      compared: 40,
      lacking: 8,
      returned: 7,
    },
  ],
  away: [{ device_name: 'Ward tablet', user_name: 'Pooja Sawant', last_contact: '2026-11-22T21:00:00.000Z' }],
  missing: [
    {
      id: '01990000-0000-7000-8000-000000000001',
      call: 'patient/save',
      user_name: 'Shilpa Rane',
      acknowledged: '2026-11-22T22:00:00.000Z',
      refusal: 'likely_duplicate',
      numbers: ['P000012'],
      is_live: 0,
      acts: [],
    },
    {
      id: '01990000-0000-7000-8000-000000000002',
      call: 'appt/createRefunds',
      user_name: 'Pooja Sawant',
      acknowledged: '2026-11-22T22:10:00.000Z',
      refusal: '',
      numbers: ['RF000003'],
      is_live: 1,
      acts: [{ action: 'refund', type: 'visit', of: 'V000045' }],
    },
    {
      id: '01990000-0000-7000-8000-000000000003',
      call: 'user/save',
      user_name: 'Asha Admin',
      acknowledged: '2026-11-22T22:12:00.000Z',
      refusal: '',
      numbers: [],
      is_live: 1,
      acts: [{ action: 'save', type: 'user', of: 'Dr Iyer' }],
    },
  ],
  missing_count: 3,
  twice: [
    {
      call: 'appt/createReceipts',
      user_name: 'Shilpa Rane',
      kind: 'receipt',
      no: 'R000110',
      now: 'R001160',
      printed: '2026-11-22T22:00:00.000Z',
      of: 'V000045',
      other: { of: 'V000077', user_name: 'Amit Gokhale', printed: '2026-11-23T10:00:00.000Z' },
    },
  ],
  gaps: [{ kind: 'receipt', branch: 'Andheri', first: 'R000106', last: 'R001105', is_raised: 0 }],
}

test('a restore shows who returned, what is missing, and which papers have a number of another record', async () => {
  scriptServer({ 'sync/restores': () => ({ body: { result: [report] } }) })
  renderInApp(<RestoreReports isOnline />)
  const shown = within(await screen.findByRole('region', { name: /^Restored on .* from the backup of / }))
  expect(shown.getByText(/3 acknowledged changes are known to be missing/)).toBeDefined()
  expect(shown.getByText(/Pooja Sawant \(Ward tablet\)/)).toBeDefined()
  const rowOf = (table: string) => within(shown.getByRole('table', { name: table })).getAllByRole('row')[1]
  expect(rowOf('Devices that came back')?.textContent).toMatch(/Shilpa Rane.*Desk 1.*4087/)
  expect(rowOf('Known to be missing')?.textContent).toMatch(/Patient registered.*P000012.*Refused/)
  const [, , refund, user] = within(shown.getByRole('table', { name: 'Known to be missing' })).getAllByRole(
    'row',
  )
  expect(refund?.textContent).toMatch(/^RefundPooja Sawant.*V000045RF000003Done online only: do it again$/)
  expect(user?.textContent).toMatch(/^Save userAsha Admin.*Dr Iyer/)
  expect(shown.getByText(/^2 of them were done online only/)).toBeDefined()
  // Both records are named, each with the time of its paper.
  expect(rowOf('Papers whose number another record has now')?.textContent).toMatch(
    /R000110.*\(V000045\).*Shilpa Rane.*R001160.*V000077, printed since .*, by Amit Gokhale/,
  )
  expect(rowOf('Skipped numbers')?.textContent).toMatch(/Receipts.*Andheri.*R000106.*R001105/)
})

test('without a restore nothing is shown', async () => {
  const { asked } = scriptServer({ 'sync/restores': () => ({ body: { result: [] } }) })
  renderInApp(<RestoreReports isOnline />)
  await expect.poll(() => asked.length).toBe(1)
  expect(screen.queryByRole('region', { name: /Restored/ })).toBeNull()
})
