import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { type RoleRecord, role } from '#contract/masters/role.ts'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { PERMISSIONS } from '#domain/access/permissions.ts'
import { RoleForm } from '#src/features/masters/people/RoleForm.tsx'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
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
  seams.session = administrator({ modules: [...PERMISSIONS], main_modules: [...MAIN_MODULES] })
  seams.isOnline = true
  scriptServer({})
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const open = (record?: RoleRecord) =>
  renderInApp(
    <RoleForm master={role as unknown as AnyMaster} record={record as never} onClose={() => undefined} />,
  )
const see = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'See as this role' }))
  return screen.findByRole('dialog', { name: /sees it$/ })
}
const part = (dialog: HTMLElement, name: string) =>
  within(within(dialog).getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('the contents of the form are previewed before saving, marked against the saved role', async () => {
  open(DESK)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Cancel receipts and refunds' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Create receipts' }))
  const dialog = await see()
  expect(within(dialog).getByText('As Reception sees it')).toBeDefined()
  const acts = part(dialog, 'What they may do')
  expect(acts).toEqual(
    expect.arrayContaining(['Book and edit a visit', 'Cancel a receiptGains', 'Take a paymentLoses']),
  )
  expect(part(dialog, 'Menu')).toEqual(expect.arrayContaining(['Visits', 'Day closeLoses']))
  expect(part(dialog, 'What they can see')).toEqual(
    expect.arrayContaining(['Sales: of everybody', 'What referrers earnHidden']),
  )
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Only what changes' }))
  expect(part(dialog, 'What they may do').every((words) => /Gains|Loses/.test(words ?? ''))).toBe(true)
  expect(within(dialog).getByRole('status').textContent).toMatch(/things change when you save/)
})

test('a role is previewed by the kind of its person', async () => {
  open(DESK)
  const dialog = await see()
  expect(part(dialog, 'Menu')).not.toContain('Dr. Worklist')
  const kind = within(dialog).getByRole('combobox', { name: 'Who has the role' })
  await userEvent.selectOptions(kind, 'A radiology doctor')
  expect(part(dialog, 'Menu')).toContain('Dr. Worklist')
  await userEvent.selectOptions(kind, 'A referral doctor')
  expect(part(dialog, 'Home')).toEqual(['My Patients'])
})

test('a new role is compared with nothing', async () => {
  open()
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Merge patients, and take a merge back' }),
  )
  const dialog = await see()
  expect(within(dialog).queryByRole('switch')).toBeNull()
  expect(part(dialog, 'What they may do')).toEqual(['Merge patients', 'Take a merge of patients back'])
})
