import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discountHead } from '#contract/masters/discount-head.ts'
import { MasterList } from '#src/ui/master/MasterList.tsx'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { administrator, seams } from './seams.tsx'

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => seams.session }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ online: seams.isOnline }) }))

const head = (n: number, part: object = {}) => ({
  id: `01990000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`,
  rev: 1,
  created: '2026-11-01T08:00:00Z',
  name: `Head ${n}`,
  percent: n,
  status: 1,
  ...part,
})
const pageOf = (rows: object[], start = 0, records = rows.length) => ({
  body: { result: { data: rows, page: { start, total: rows.length, total_records: records, cur_page: 1 } } },
})

beforeEach(() => {
  seams.session = administrator()
  seams.isOnline = true
  layOut(1_200)
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(script: Script) {
  const server = scriptServer(script)
  renderInApp(<MasterList master={discountHead} />)
  await act(async () => {})
  return server
}
const askedUrls = () =>
  vi.mocked(fetch).mock.calls.map(([url]) => new URL(url as string, 'http://localhost').searchParams)
const row = async (name: string) => (await screen.findByText(name)).closest('[role="row"]') as HTMLElement

test('the rows show the declared columns, and the footer counts them', async () => {
  await open({ discountHeads: () => pageOf([head(1), head(2, { status: 0 })], 0, 130) })
  expect((await row('Head 1')).textContent).toContain('1 %')
  expect((await row('Head 2')).textContent).toContain('Inactive')
  expect(screen.getByText('Showing 1 - 2 of 130 records.')).toBeDefined()
  expect(askedUrls()[0]?.get('ps')).toBe('100')
})

test('a word, a status, a page and a size are sent', async () => {
  await open({ discountHeads: () => pageOf([head(1)], 0, 130) })
  await row('Head 1')
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
  await userEvent.keyboard('staff')
  await waitFor(() => expect(askedUrls().at(-1)?.get('k')).toBe('staff'))
  await userEvent.click(screen.getByRole('radio', { name: 'Inactive' }))
  await waitFor(() => expect(askedUrls().at(-1)?.get('status')).toBe('0'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '10')
  await waitFor(() => expect(askedUrls().at(-1)?.get('ps')).toBe('10'))
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(askedUrls().at(-1)?.get('p')).toBe('2'))
})

test('deleting asks in the words of the master and shows the server’s message', async () => {
  const { asked } = await open({
    deleteDiscountHead: () => ({ body: { message: 'Deleted' } }),
    discountHeads: () => pageOf([head(1)]),
  })
  await row('Head 1')
  await userEvent.click(screen.getByRole('button', { name: 'Delete Head 1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure to delete this record?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleted')).toBeDefined()
  expect(asked.at(-1)?.path.endsWith('discountHeads')).toBe(true)
  expect(asked.find(({ path }) => path.endsWith('deleteDiscountHead'))?.input).toEqual({ id: head(1).id })
})

test('a record in use is not deleted, and the server’s message says where it is used', async () => {
  await open({
    deleteDiscountHead: () => ({
      status: 422,
      body: { message: 'This is in use: 3 visits.', code: 'in_use' },
    }),
    discountHeads: () => pageOf([head(1)]),
  })
  await row('Head 1')
  await userEvent.click(screen.getByRole('button', { name: 'Delete Head 1' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await expectRefusedAt(dialog, 'This is in use: 3 visits.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await row('Head 1')).toBeDefined()
})

test('the keys move through the rows, and Enter edits', async () => {
  await open({ discountHeads: () => pageOf([head(1), head(2)]) })
  await row('Head 1')
  screen.getByRole('grid').focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const form = await screen.findByRole('dialog', { name: 'Edit discount head' })
  await waitFor(() =>
    expect(within(form).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Head 2'),
  )
})

test('a person who may not change records sees only the rows', async () => {
  seams.session = administrator({ modules: ['view_archives'] })
  await open({ discountHeads: () => pageOf([head(1)]) })
  await row('Head 1')
  expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete Head 1' })).toBeNull()
})

test('an empty list says what to do, and one without matches how to see all again', async () => {
  await open({ discountHeads: () => pageOf([]) })
  expect(await screen.findByText('No discount heads yet')).toBeDefined()
  expect(screen.getByText('Use Add New to create the first one.')).toBeDefined()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'x')
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('No discount heads yet')).toBeDefined()
})

test('offline a list that is not on this device says so', async () => {
  seams.isOnline = false
  await open({})
  expect(await screen.findByText('The list could not be loaded')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add New' }).getAttribute('aria-disabled')).toBe('true')
})

test('on a phone the rows are cards', async () => {
  layOut(390)
  await open({ discountHeads: () => pageOf([head(1)]) })
  expect((await screen.findByRole('listitem')).textContent).toContain('Percent: 1 %')
  expect(screen.queryByRole('grid')).toBeNull()
})
