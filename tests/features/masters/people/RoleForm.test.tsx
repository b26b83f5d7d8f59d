import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { type RoleRecord, role } from '#contract/masters/role.ts'
import { RoleForm } from '#src/features/masters/people/RoleForm.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams } from '../../../ui/master/seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))

const DESK: RoleRecord = {
  id: 6,
  uid: '01990000-0000-7000-8000-0000000000a6',
  rev: 3,
  created: '2026-11-01T08:00:00Z',
  title: 'Reception',
  status: 1,
  sales_report: 'All',
  sales_invoice: 'All',
  app_modules: [6, 31],
  users: 2,
}

beforeEach(() => {
  seams.session = administrator()
  seams.isOnline = true
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function open(script: Script, record?: RoleRecord) {
  const server = scriptServer(script)
  const closed = vi.fn()
  renderInApp(<RoleForm master={role as unknown as AnyMaster} record={record as never} onClose={closed} />)
  return { ...server, closed }
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
const done = () => ({ body: { result: DESK, message: 'Saved' } })

test('a group is granted and revoked as a whole, and the numbers of the modules are sent', async () => {
  const { asked, closed } = open({ saveRole: done })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Role Name' }), 'Reception')
  await userEvent.click(await box('All of Money'))
  await userEvent.click(await box('Create refunds'))
  expect((await box('All of Money')).indeterminate).toBe(true)
  const money = screen.getByRole('group', { name: 'Money' })
  expect(within(money).getByText('10 of 11')).toBeDefined()
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked[0]?.input).toMatchObject({
    title: 'Reception',
    status: 1,
    app_modules: [29, 30, 31, 33, 36, 37, 38, 39, 40, 41],
  })
  expect(asked[0]?.input.id).toMatch(/^[0-9a-f]{8}-/)
})

test('the administrator’s role keeps its name, its status and the rights that restore all others', async () => {
  open({}, { ...DESK, id: 2, title: 'Administrator', app_modules: [8, 9] })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Role Name' })).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Status: Active' }).disabled).toBe(true)
  expect((await box('Manage users and roles')).disabled).toBe(true)
  await userEvent.click(await box('All of Administration'))
  expect((await box('Create templates')).checked).toBe(true)
  await userEvent.click(await box('All of Administration'))
  expect((await box('Manage users and roles')).checked).toBe(true)
  expect((await box('Create templates')).checked).toBe(false)
})

test('a non-administrator sees what they may not grant, and cannot grant it with its group', async () => {
  seams.session = administrator({ is_client_admin: 0, modules: ['manage_users', 'appointments'] })
  open({}, DESK)
  expect((await box('Create receipts')).disabled).toBe(true)
  await userEvent.click(await box('All of Front desk'))
  expect((await box('Scan worklist')).checked).toBe(false)
  expect(screen.queryByRole('checkbox', { name: 'Manage clients and licences' })).toBeNull()
})

test('if the server asks first, the same form is sent again after confirmation', async () => {
  const words = 'This is your own role: you would no longer manage users and roles yourself. Save anyway?'
  const { asked, closed } = open(
    {
      saveRole: ({ is_confirmed }) =>
        is_confirmed === 1 ? done() : { status: 422, body: { message: words, code: 'confirm' } },
    },
    DESK,
  )
  await userEvent.click(await box('Scan worklist'))
  await save()
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' })
  expect(within(question).getByText(words)).toBeDefined()
  await userEvent.click(within(question).getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked.map(({ input }) => input.is_confirmed)).toEqual([undefined, 1])
})

test('offline the form is readable and says why it cannot be saved', async () => {
  seams.isOnline = false
  const { asked } = open({ saveRole: done }, DESK)
  await box('Scan worklist')
  await save()
  expect(asked).toEqual([])
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
})
