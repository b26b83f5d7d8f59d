import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import RadiologyDoctors from '#src/features/masters/people/RadiologyDoctors.tsx'
import ReferralDoctors from '#src/features/masters/people/ReferralDoctors.tsx'
import Users from '#src/features/masters/people/Users.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams, stubMedia } from '../../../ui/master/seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))

const page = { start: 0, total: 0, total_records: 0, cur_page: 1 }
const NONE = { body: { result: { data: [], page } } }
const ROLES = [2, 6].map((id) => ({
  id,
  uid: `01990000-0000-7000-8000-00000000000${id}`,
  rev: 1,
  created: '2026-11-01T08:00:00Z',
  title: id === 2 ? 'Administrator' : 'Reception',
  status: 1,
  sales_report: 'All',
  sales_invoice: 'All',
  app_modules: [],
  users: 1,
}))

beforeEach(() => {
  seams.session = administrator()
  seams.isOnline = true
  stubMedia()
  // A growing text field measures again when a font loads; happy-dom has no fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function open(list: ReactNode, script: Script = {}) {
  const server = scriptServer({
    users: () => NONE,
    'roles/ALL': () => ({ body: { result: ROLES } }),
    'branch/list/ALL': () => ({ body: { result: [] } }),
    'master/departments/ALL': () => ({ body: { result: [] } }),
    'master/departments': () => NONE,
    ...script,
  })
  renderInApp(list)
  return server
}
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add New' }))
const isThere = (name: string | RegExp) => screen.queryByLabelText(name) !== null

test('a user’s form requires sign-in and access, and names missing values', async () => {
  const { asked } = open(<Users />)
  await add()
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  for (const words of ['First Name is required.', 'Mobile is required.', 'Role is required.'])
    expect(await screen.findByText(words)).toBeDefined()
  expect(isThere('HIS Code')).toBe(false)
  expect(isThere('Share In Discount')).toBe(false)
  expect(isThere(/^Allowed IPs/)).toBe(true)
  expect(asked.some(({ path }) => path.endsWith('saveUser'))).toBe(false)
})

test('a doctor’s form requires the fields of a doctor, and branches are removed for an administrator', async () => {
  open(<RadiologyDoctors />)
  await add()
  for (const name of ['HIS Code', 'Licence Code', 'Speciality', 'Can Sign', 'Clinical Doctor'])
    await waitFor(() => expect([name, isThere(name)]).toEqual([name, true]))
  expect(screen.getByText('Stamp and Signature')).toBeDefined()
  const branches = () => screen.queryByRole('combobox', { name: 'Branches' })
  expect(branches()).not.toBeNull()
  const role = screen.getAllByRole('combobox', { name: 'Role' }).at(-1)
  await userEvent.click(role as HTMLElement)
  await userEvent.click(
    (await screen.findAllByRole('option', { name: 'Administrator', hidden: true })).at(-1) as HTMLElement,
  )
  await waitFor(() => expect(branches()).toBeNull())
})

test('without the booking module a radiologist is no clinical doctor', async () => {
  seams.session = administrator({ main_modules: ['teleradiology'] })
  open(<RadiologyDoctors />)
  await add()
  await waitFor(() => expect(isThere('Can Sign')).toBe(true))
  expect(isThere('Clinical Doctor')).toBe(false)
})

test('a referral doctor’s form shows the commission only if there is one, and never for the administrator’s role', async () => {
  open(<ReferralDoctors />)
  await add()
  await waitFor(() => expect(isThere('Area')).toBe(true))
  expect(isThere('Share In Discount')).toBe(false)
  await userEvent.click(screen.getByLabelText('Commission'))
  await waitFor(() => expect(isThere('Share In Discount')).toBe(true))
  await userEvent.click(screen.getByRole('combobox', { name: 'Role' }))
  expect(await screen.findByRole('option', { name: 'Reception', hidden: true })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'Administrator', hidden: true })).toBeNull()
  expect(screen.getByRole('button', { name: 'Schemes' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import Excel' })).toBeDefined()
})
