import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discountHead } from '#contract/masters/discount-head.ts'
import { defineMaster, STATUS_FILTER } from '#contract/masters/engine/define-master.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { MasterForm } from '#src/ui/master/MasterForm.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams } from './seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))

type Head = RecordOf<typeof discountHead>
const ID = '01990000-0000-7000-8000-0000000000a1'
const HEAD: Head = { id: ID, rev: 3, created: '2026-11-01T08:00:00Z', name: 'Staff', percent: 10, status: 1 }
const saved = (head: Partial<Head> = {}) => ({
  body: { result: { ...HEAD, rev: 4, ...head }, message: 'Saved' },
})

beforeEach(() => {
  seams.session = administrator()
  seams.isOnline = true
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

function open(script: Script, record?: Head) {
  const server = scriptServer(script)
  const told = { saved: vi.fn(), closed: vi.fn() }
  renderInApp(<MasterForm master={discountHead} record={record} onSaved={told.saved} onClose={told.closed} />)
  return { ...server, ...told }
}
const box = (name: string) => screen.findByRole('textbox', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a new record is sent with an id from this device, and the form closes with the server’s message', async () => {
  const { asked, saved: told, closed } = open({ saveDiscountHead: () => saved() })
  await userEvent.type(await box('Name'), 'Staff')
  await userEvent.type(await box('Percent'), '10')
  await press('Save')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked[0]?.input).toMatchObject({ name: 'Staff', percent: 10, status: 1 })
  expect(asked[0]?.input.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(told.mock.calls[0]?.[0]).toMatchObject({ rev: 4 })
  expect(await screen.findByText('Saved')).toBeDefined()
})

test('a fault of the check is shown at its field, the first wrong one has the focus, and nothing is sent', async () => {
  const { asked } = open({ saveDiscountHead: () => saved() })
  await userEvent.type(await box('Percent'), '120')
  await press('Save')
  expect(await screen.findByText('Name is required.')).toBeDefined()
  expect(screen.getByText('Percent is 0 to 100.')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe('Not saved. Look at: Name, Percent.')
  await waitFor(async () => expect(document.activeElement).toBe(await box('Name')))
  expect(asked).toEqual([])
  await userEvent.type(await box('Name'), 'Staff')
  expect(screen.queryByText('Name is required.')).toBeNull()
})

const fee = defineMaster({
  key: 'discountHead',
  title: 'Fees',
  noun: 'fee',
  base: 'php',
  paths: { list: 'master/fees', all: 'master/fees/ALL', save: 'master/saveFee', remove: 'master/deleteFee' },
  table: 'fee',
  owner: 'client',
  scope: 'client',
  tiles: ['branches'],
  pageSize: 25,
  deletePrompt: 'Are you sure to delete this record?',
  fields: {
    amount: { kind: 'money', label: 'Amount' },
    status: { kind: 'active', label: 'Status' },
  },
  filters: STATUS_FILTER,
  columns: ['amount', 'status'],
  search: ['amount'],
})

test.each([
  [2, '12.345', 'Amount has at most 2 decimals.'],
  [3, '12.3456', 'Amount has at most 3 decimals.'],
  [0, '12.5', 'Amount takes no decimals.'],
])('money of %i decimals is not rounded: %s is refused as typed', async (decimals, typed, words) => {
  seams.session = { ...administrator(), no_of_decimal: decimals }
  const { asked } = scriptServer({})
  renderInApp(<MasterForm master={fee} onSaved={vi.fn()} onClose={vi.fn()} />)
  await userEvent.type(await box('Amount'), typed)
  await press('Save')
  expect(await screen.findByText(words)).toBeDefined()
  expect(((await box('Amount')) as HTMLInputElement).value).toBe(typed)
  expect(asked).toEqual([])
})

test('a fault that only the server can find is shown at its field too, and the form keeps the typed values', async () => {
  const body = {
    message: 'Please correct the highlighted fields.',
    code: 'invalid',
    fields: { name: 'is taken already' },
  }
  const { closed } = open({ saveDiscountHead: () => ({ status: 400, body }) }, HEAD)
  await userEvent.clear(await box('Name'))
  await userEvent.type(await box('Name'), 'Doctor')
  await press('Save')
  expect(await screen.findByText('Name is taken already.')).toBeDefined()
  expect(((await box('Name')) as HTMLInputElement).value).toBe('Doctor')
  expect(closed).not.toHaveBeenCalled()
})

test('Ctrl+S saves', async () => {
  const { asked, closed } = open({ saveDiscountHead: () => saved() }, HEAD)
  await userEvent.type(await box('Name'), 's')
  await userEvent.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked[0]?.input.name).toBe('Staffs')
})

test('a form with changes asks before it closes, one without does not', async () => {
  const { closed } = open({}, HEAD)
  await userEvent.type(await box('Name'), '!')
  await press('Cancel')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(closed).not.toHaveBeenCalled()
  await userEvent.type(await box('Name'), '{Backspace}')
  await press('Cancel')
  await waitFor(() => expect(closed).toHaveBeenCalled())
})

test('offline Save is disabled and says why; typed values stay', async () => {
  seams.isOnline = false
  const { asked } = open({ saveDiscountHead: () => saved() }, HEAD)
  await userEvent.type(await box('Name'), '!')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(save)
  expect((await screen.findByRole('tooltip')).textContent).toBe(
    'This needs the network. You are offline now.',
  )
  await userEvent.click(save)
  await userEvent.keyboard('{Control>}s{/Control}')
  expect(asked).toEqual([])
})

test('another person’s version is shown beside the own one; a choice for each field is saved on the newer one', async () => {
  const theirs = { ...HEAD, rev: 7, name: 'Staff and family', percent: 15 }
  const conflict = {
    message: 'Someone else changed this in the meantime.',
    code: 'conflict',
    current: theirs,
  }
  let tries = 0
  const { asked, closed } = open(
    { saveDiscountHead: () => (tries++ === 0 ? { status: 409, body: conflict } : saved()) },
    HEAD,
  )
  await userEvent.clear(await box('Name'))
  await userEvent.type(await box('Name'), 'Personnel')
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this')
  // Only they changed the percent: it is proposed; both changed the name: neither is.
  const save = screen.getByRole('button', { name: 'Save the choice' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('radio', { name: 'Theirs: 15 %' })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: 'Yours: Personnel' }))
  await act(async () => save.click())
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(asked[1]?.input).toMatchObject({ id: ID, name: 'Personnel', percent: 15 })
})
