import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RestoreReport } from '#contract/calls/devices.ts'
import { RestoreReports } from '#src/features/devices/RestoreReports.tsx'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { scriptServer } from '#tests/helpers/scripted-server.ts'

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
    },
  ],
  missing_count: 1,
  twice: [
    { call: 'appt/createReceipts', user_name: 'Shilpa Rane', kind: 'receipt', no: 'R000110', now: 'R001160' },
  ],
}

test('a restore says who came back, what is missing, and which papers carry a number of another record', async () => {
  scriptServer({ 'sync/restores': () => ({ body: { result: [report] } }) })
  renderInApp(<RestoreReports isOnline />)
  const shown = within(await screen.findByRole('region', { name: /^Restored on .* from the backup of / }))
  expect(shown.getByText(/1 acknowledged change is known to be missing/)).toBeDefined()
  expect(shown.getByText(/Pooja Sawant \(Ward tablet\)/)).toBeDefined()
  const rowOf = (table: string) => within(shown.getByRole('table', { name: table })).getAllByRole('row')[1]
  expect(rowOf('Devices that came back')?.textContent).toMatch(/Shilpa Rane.*Desk 1.*4087/)
  expect(rowOf('Known to be missing')?.textContent).toMatch(/Patient registered.*P000012.*Was refused/)
  expect(rowOf('Papers whose number another record bears now')?.textContent).toMatch(/R000110.*R001160/)
})

test('where nothing was ever restored, nothing stands there', async () => {
  const { asked } = scriptServer({ 'sync/restores': () => ({ body: { result: [] } }) })
  renderInApp(<RestoreReports isOnline />)
  await expect.poll(() => asked.length).toBe(1)
  expect(screen.queryByRole('region', { name: /Restored/ })).toBeNull()
})
