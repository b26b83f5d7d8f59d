import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import StudyList from '#src/features/worklist/StudyList.tsx'
import { layOut } from '#tests/helpers/lay-out.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'
import { BRANCH_ID, seams, studyList, studyRow } from './list-fixtures.ts'

let session: SessionFields | undefined

vi.mock('#src/sync/studies/use-study-list.ts', () => ({
  useStudyList: (input: (typeof seams.asked)[number]) => {
    seams.asked.push(input)
    return seams.list
  },
}))
vi.mock('#src/sync/directory/use-directory.ts', async () => {
  const { BRANCH_ID, DOCTOR_ID } = await import('./list-fixtures.ts')
  const branches = [{ id: BRANCH_ID, rev: 1, name: 'Andheri', time_zone: 'Asia/Kolkata' }]
  const doctors = [{ id: DOCTOR_ID, rev: 1, name: 'Dr. Vivek Nair', can_sign: 1 }]
  const [tags, modalities] = [[], ['CT', 'MR']]
  return {
    useBranches: () => branches,
    useDoctors: () => doctors,
    useTags: () => tags,
    useModalities: () => modalities,
  }
})
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/directory/use-image-servers.ts', () => ({ useImageServers: () => [] }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/parts/report-preview/ReportPreview.tsx', () => ({
  ReportPreview: ({ studyId }: { studyId: string }) => <div role="dialog">Preview of {studyId}</div>,
}))

const path = () => screen.getByLabelText('path').textContent
const lastAsked = () => seams.asked.at(-1)
const grid = () => screen.getByRole('grid', { name: 'Studies' })
const rowOf = (name: string) => screen.getByText(name).closest('[role="row"]') as HTMLElement

async function open(query = '', flag: StudyListFlag = 'archives') {
  renderInApp(<StudyList flag={flag} />, `/${flag}${query}`)
  // Observers tell the sizes in a later turn.
  await act(async () => {})
}

beforeEach(() => {
  session = sessionFields()
  seams.list = studyList({ rows: [studyRow(1), studyRow(2), studyRow(3)] })
  seams.asked = []
  seams.isOnline = true
  localStorage.clear()
  layOut(1_400)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a row tells who, what, how far and by whom', async () => {
  await open()
  const row = within(rowOf('Patient 1'))
  for (const text of ['Draft', 'SAN-1 · 42Y F', 'CT · CT Brain Plain', 'ACC-1 · 120 img', 'Dr. Vivek Nair'])
    expect(row.getByText(text)).toBeDefined()
})

test('archives open on the user setting, the worklist on every date', async () => {
  session = sessionFields({ archive_date_range: 'Yesterday' })
  await open('', 'archives')
  expect(lastAsked()?.from_date).toBe(lastAsked()?.to_date)
  expect(lastAsked()?.from_date).toBeDefined()
  cleanup()
  await open('', 'worklist')
  expect(lastAsked()).toEqual({ flag: 'worklist', p: 1, ps: 20, assigned_type: 'Any' })
})

test('typing a keyword asks once after the pause, and no address names whom it looks for', async () => {
  await open('?p=2')
  const keyword = screen.getByRole('textbox', { name: 'Keyword' })
  for (const value of ['r', 'ra', 'rao']) fireEvent.change(keyword, { target: { value } })
  await waitFor(() => expect(lastAsked()).toMatchObject({ k: 'rao', p: 1 }), { timeout: 5_000 })
  await waitFor(() => expect(path()).toBe('/archives'))
  expect(seams.asked.some((input) => input.k === 'r')).toBe(false)
})

test('the slash key goes to the keyword', async () => {
  await open()
  fireEvent.keyDown(document.documentElement, { key: '/', code: 'Slash' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Keyword' }))
})

test('filters in use stand as pills and go one by one or all at once', async () => {
  await open(`?k=rao&status=ReadyForSign&branch_id=${BRANCH_ID}`)
  for (const text of ['Keyword: rao', 'Status: Ready for Sign', 'Branch: Andheri'])
    expect(screen.getByText(text)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status' }))
  expect(path()).toBe(`/archives?branch_id=${BRANCH_ID}`)
  expect(lastAsked()).toMatchObject({ k: 'rao', branch_id: BRANCH_ID })
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(path()).toBe('/archives')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Keyword' }).value).toBe('')
})

test('the popover counts its filters, and a typed day takes the place of the quick range', async () => {
  await open('?range=Week&accession_no=ACC&k=x')
  const button = screen.getByRole('button', { name: /Filters/ })
  expect(within(button).getByText('1')).toBeDefined()
  await userEvent.click(button)
  fireEvent.change(await screen.findByLabelText('Received from'), { target: { value: '2026-11-01' } })
  expect(path()).toBe('/archives?from_date=2026-11-01')
  expect(screen.getByText('Received from: 01 Nov 2026')).toBeDefined()
})

test('j and k walk, Enter opens the editor of the row', async () => {
  await open()
  for (const key of ['j', 'j', 'j', 'j', 'k']) fireEvent.keyDown(document.body, { key })
  expect(rowOf('Patient 2').getAttribute('aria-selected')).toBe('true')
  expect(grid().getAttribute('aria-activedescendant')).toBe(rowOf('Patient 2').id)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(path()).toBe(`/report/${studyRow(2).study_id}`)
})

test('letters typed into a field move nothing', async () => {
  await open()
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Keyword' }), { key: 'j' })
  expect(screen.queryByRole('row', { selected: true })).toBeNull()
})

test('the active row stays on its study while the list is refreshed around it', async () => {
  await open()
  fireEvent.keyDown(document.body, { key: 'j' })
  seams.list = studyList({ rows: [studyRow(9), studyRow(1), studyRow(2)] })
  await userEvent.click(screen.getByRole('radio', { name: 'Any' }))
  expect(rowOf('Patient 1').getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(rowOf('Patient 2').getAttribute('aria-selected')).toBe('true')
})

test('a click on a row opens the editor for a doctor', async () => {
  await open()
  await userEvent.click(screen.getAllByText('CT · CT Brain Plain')[2]!)
  expect(path()).toBe(`/report/${studyRow(3).study_id}`)
})

test('for other staff a row opens the preview, and a pending one nothing', async () => {
  session = sessionFields({ is_doctor: 0 })
  seams.list = studyList({ rows: [studyRow(1), studyRow(2, { status: 'Pending' })] })
  await open()
  expect(screen.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByText('Patient 2'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByText('Patient 1'))
  expect((await screen.findByRole('dialog')).textContent).toBe(`Preview of ${studyRow(1).study_id}`)
  expect(path()).toBe('/archives')
})

test('the preview of a pending study is disabled with its reason', async () => {
  seams.list = studyList({ rows: [studyRow(1, { status: 'Pending' })] })
  await open()
  expect(screen.queryByRole('button', { name: /View Report/ })).toBeNull()
  await userEvent.hover(rowOf('Patient 1'))
  const quick = screen.getByRole('button', { name: 'View Report: There is no report yet' })
  expect(quick.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(quick)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Patient 1' }))
  const menu = await screen.findByRole('menu', { name: 'Actions for Patient 1' })
  const item = within(menu).getByRole('menuitem', { name: /View Report/ })
  expect(item.textContent).toContain('There is no report yet')
  expect((item as HTMLButtonElement).disabled).toBe(true)
  expect(screen.queryByRole('dialog', { name: /Preview/ })).toBeNull()
})

test('who may only view images gets no other action and opens nothing', async () => {
  session = sessionFields({ view_image_only: 1 })
  await open()
  await userEvent.click(screen.getByText('Patient 1'))
  expect(path()).toBe('/archives')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Patient 1' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['View Image'])
})

test('an empty list says why and what to do', async () => {
  seams.list = studyList()
  await open('?k=rao')
  expect(screen.getByRole('heading', { name: 'No Study Found.' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show any date' }))
  expect(path()).toBe('/archives?range=Any')
  expect(lastAsked()).toMatchObject({ k: 'rao' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(path()).toBe('/archives')
})

test('a page beyond the end leads back to the first', async () => {
  seams.list = studyList()
  await open('?k=rao&p=9')
  expect(screen.getByText('The list ends before this page.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Go to the first page' }))
  expect(path()).toBe('/archives')
  expect(lastAsked()).toMatchObject({ k: 'rao', p: 1 })
})

test('the first load shows the shape of the list and no verdict', async () => {
  seams.list = studyList({ isLoading: true })
  await open()
  expect(screen.getByText('Loading')).toBeDefined()
  expect(screen.queryByText('No Study Found.')).toBeNull()
})

test('the rows before stay, marked as such, until those of another filter are there', async () => {
  await open()
  seams.list = studyList({ isLoading: true })
  await userEvent.click(screen.getByRole('radio', { name: 'Any' }))
  expect(grid().closest('[aria-busy="true"]')?.hasAttribute('data-stale')).toBe(true)
  expect(screen.getByText('Patient 1')).toBeDefined()
  seams.list = studyList()
  await userEvent.click(screen.getByRole('radio', { name: 'Year' }))
  expect(screen.getByText('No Study Found.')).toBeDefined()
})

test('a failed refresh keeps the rows, says so and can be repeated', async () => {
  seams.list = studyList({ rows: [studyRow(1)], error: new Error('The server cannot be reached now.') })
  await open()
  const note = within(screen.getByRole('alert'))
  expect(note.getByText('The server cannot be reached now.')).toBeDefined()
  expect(note.getByText('The studies below are those that were fetched before.')).toBeDefined()
  expect(screen.getByText('Patient 1')).toBeDefined()
  await userEvent.click(note.getByRole('button', { name: 'Try again' }))
  expect(seams.list.refresh).toHaveBeenCalledOnce()
})

test('rows from the device say from when on they are complete, and changed ones carry a mark', async () => {
  seams.list = studyList({
    rows: [studyRow(1, { onDevice: true }), studyRow(2)],
    from: 'device',
    coveredFrom: new Date('2026-08-21T12:00:00Z'),
  })
  await open()
  expect(screen.getByText(/holds studies received since 21 Aug 2026/)).toBeDefined()
  expect(screen.getAllByRole('img', { name: /Changed on this device/ })).toHaveLength(1)
})

test('the size of a page is kept on the device and starts at page 1', async () => {
  await open('?p=3')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100')
  expect(lastAsked()).toMatchObject({ p: 1, ps: 100 })
  cleanup()
  await open()
  expect(lastAsked()?.ps).toBe(100)
})

test('pages are turned in the address, and a capped count is shown as such', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => studyRow(n))
  seams.list = studyList({ rows, page: { start: 20, total: 20, total_records: 10_001, cur_page: 2 } })
  await open('?p=2')
  expect(screen.getByText('Showing 21 - 40 of 10,000+ records.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(path()).toBe('/archives?p=3')
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(path()).toBe('/archives')
})

test('a narrow screen shows cards with the same actions', async () => {
  layOut(380)
  await open()
  expect(screen.queryByRole('grid')).toBeNull()
  const card = within(screen.getAllByRole('listitem')[0]!)
  expect(card.getByRole('link', { name: 'Patient 1' }).getAttribute('href')).toBe(
    `/report/${studyRow(1).study_id}`,
  )
  expect(card.getByRole('button', { name: 'Actions for Patient 1' })).toBeDefined()
})
