import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CommissionDialog } from '#src/features/masters/catalogue/rates/CommissionDialog.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const id = (end: string) => `019a0000-0000-7000-8000-0000000000${end}`
const [DOCTOR, ANDHERI, KOTHRUD, CT, BRAIN, CHEST] = ['d1', 'b1', 'b2', 'e1', '51', '52'].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const world = vi.hoisted(() => ({ online: true, rows: {} as Record<string, readonly object[]> }))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: world.online, since: new Date() }),
}))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => sessionFields() }))
vi.mock('#src/sync/masters/use-masters.ts', () => ({
  useMasters: (key: string) => ({ rows: world.rows[key] ?? NONE, isLoading: false, isFromDevice: true }),
}))
const NONE: readonly object[] = []

beforeEach(() => {
  world.online = true
  world.rows = {
    branch: [
      { id: ANDHERI, name: 'Andheri' },
      { id: KOTHRUD, name: 'Kothrud' },
    ],
    department: [{ id: CT, name: 'CT' }],
    service: [
      { id: BRAIN, name: 'CT Brain', code: 'B', department_id: CT },
      { id: CHEST, name: 'CT Chest', code: 'C', department_id: CT },
    ],
    user: [],
  }
  layOut(1200)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const STORED = {
  branch_id: ANDHERI,
  service_id: BRAIN,
  charges: 10,
  charges_type: 'Percent',
  service_charges: null,
  rev: 4,
}

const open = (on: 'Service' | 'Department', script: Script = {}) => {
  const server = scriptServer({
    [`master/getRefDrCommServiceWise/${DOCTOR}/0`]: () => ({ body: { result: [STORED] } }),
    [`master/getRefDrCommDepartemntWise/${DOCTOR}/0`]: () => ({ body: { result: [] } }),
    ...script,
  })
  const doctor = {
    id: DOCTOR,
    name: 'Dr. Bhat',
    ref_doctor_type: 'Doctor',
    ref_dr_commission_on: on,
  } as const
  renderInApp(<CommissionDialog doctor={doctor} onClose={() => undefined} />)
  return server
}
const saved = (server: ReturnType<typeof open>) =>
  server.asked.filter(({ path }) => path.includes('saveRefDr')).map(({ input }) => input)

test('the rates mention the platform’s ban on commissions only if there is one', async () => {
  world.rows.commissionBan = [{ name: 'India', note: 'Medical Council rule 6.4' }]
  open('Service', {})
  expect(await screen.findByText(/Commissions are off in India: Medical Council rule 6\.4/)).toBeDefined()
  cleanup()
  world.rows.commissionBan = [{ name: 'Kuwait', note: '' }]
  open('Service', {})
  await screen.findByRole('combobox', { name: 'Hospital' })
  expect(screen.queryByText(/Commissions are off/)).toBeNull()
})

test('a change of the type resets the amount, and only changed rows are saved on the seen revision', async () => {
  const server = open('Service', {
    'master/saveRefDrCommServiceWise': () => ({
      body: { message: 'Saved', result: [{ ...STORED, rev: 5 }] },
    }),
  })
  const amount = await screen.findByRole('textbox', { name: 'Commission of Andheri, CT Brain' })
  expect((amount as HTMLInputElement).value).toBe('10')
  await userEvent.click(screen.getByRole('combobox', { name: 'Type of Andheri, CT Brain' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Flat' }))
  expect((amount as HTMLInputElement).value).toBe('')
  expect(screen.getByText('1 row changed')).toBeTruthy()
  // The field accepts only digits and a dot.
  await userEvent.type(amount, '4a0-0.5')
  expect((amount as HTMLInputElement).value).toBe('400.5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved(server)).toHaveLength(1))
  expect(saved(server)[0]).toEqual({
    ref_dr_id: DOCTOR,
    hospital_id: '0',
    rows: [{ ...STORED, charges: 400.5, charges_type: 'Flat', rev: 4 }],
  })
})

test('a percentage above the whole is marked and not sent', async () => {
  const server = open('Department')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Commission % of Kothrud, CT' }), '101')
  expect(screen.getByText('Some rows have errors. Correct the red ones.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved(server)).toEqual([])
})

test('rates that another person changed are shown, and the typed values stay', async () => {
  open('Department', {
    'master/saveRefDrCommDepartemntWise': () => ({
      status: 409,
      body: {
        code: 'conflict',
        message: 'Someone else changed this in the meantime.',
        current: [{ branch_id: KOTHRUD, department_id: CT, charges_per: 7, rev: 2 }],
      },
    }),
  })
  const amount = await screen.findByRole('textbox', { name: 'Commission % of Kothrud, CT' })
  await userEvent.type(amount, '12.5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/Someone else changed these rates/)).toBeTruthy()
  expect((amount as HTMLInputElement).value).toBe('12.5')
})
