import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import StudyList from '#src/features/worklist/StudyList.tsx'
import { leaveRow } from '#src/ui/grid/left-row.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { layOut } from '#tests/helpers/page/lay-out.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'
import { BRANCH_ID, savedFilters, seams, studyList, studyRow } from './list-fixtures.ts'

let session: SessionFields | undefined

vi.mock('#src/sync/studies/use-study-list.ts', () => ({
  useStudyList: (input: (typeof seams.asked)[number]) => {
    seams.asked.push(input)
    return seams.list
  },
}))
vi.mock('#src/sync/studies/find-list-page.ts', () => ({
  findListPage: async (input: (typeof seams.asked)[number]) => {
    seams.soughtIn.push(input)
    return seams.leftPage
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
vi.mock('#src/sync/preferences/preference.ts', () => ({
  findPreference: async (name: string) => seams.preferences.get(name),
  keepPreference: async (name: string, value: unknown) => void seams.preferences.set(name, value),
}))
vi.mock('#src/sync/link/use-link.ts', () => ({
  useLink: () => ({ online: seams.isOnline, since: new Date(0) }),
}))
vi.mock('#src/sync/directory/use-image-servers.ts', () => ({ useImageServers: () => [] }))
vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/sync/studies/writers.ts', () => ({
  usePolledWriters: () => undefined,
  useWritersOf: (id: string) => seams.writers.get(id) ?? seams.nobody,
}))
vi.mock('#src/sync/studies/use-saved-filters.ts', () => ({ useSavedFilters: () => seams.saved }))
vi.mock('#src/sync/studies/use-unmatched-count.ts', () => ({
  useUnmatchedCount: (isWanted: boolean) => (isWanted ? seams.unmatched : undefined),
}))
vi.mock('#src/features/worklist/assign-doctor/AssignDoctorDialog.tsx', () => ({
  AssignDoctorDialog: ({ studies }: { studies: unknown[] }) => (
    <div role="dialog">Assigning {studies.length}</div>
  ),
}))
vi.mock('#src/parts/report-preview/ReportPreview.tsx', () => ({
  ReportPreview: ({ studyId }: { studyId: string }) => <div role="dialog">Preview of {studyId}</div>,
}))

vi.mock('#src/parts/study-drawer/StudyDrawer.tsx', () => ({
  StudyDrawer: ({ studyId }: { studyId: string }) => <div role="dialog">Study {studyId}</div>,
}))

const path = () => screen.getByLabelText('path').textContent
const lastAsked = () => seams.asked.at(-1)
const grid = () => screen.getByRole('grid', { name: 'Studies' })
const rowOf = (name: string) => screen.getByText(name).closest('[role="row"]') as HTMLElement

async function open(query = '', flag: StudyListFlag = 'archives') {
  renderInApp(<StudyList flag={flag} />, `/${flag}${query}`)
  // Observers report the sizes in a later turn.
  await act(async () => {})
}

beforeEach(() => {
  session = sessionFields()
  seams.list = studyList({ rows: [studyRow(1), studyRow(2), studyRow(3)] })
  seams.asked = []
  seams.isOnline = true
  seams.writers.clear()
  seams.preferences.clear()
  seams.saved = savedFilters()
  seams.unmatched = 3
  seams.leftPage = undefined
  seams.soughtIn = []
  localStorage.clear()
  layOut(1_400)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a row shows patient, examination, status and doctor', async () => {
  await open()
  const row = within(rowOf('Patient 1'))
  for (const text of ['Draft', '42Y F · SAN-1', 'CT · CT Brain Plain', 'ACC-1 · 120 img', 'Dr. Vivek Nair'])
    expect(row.getByText(text)).toBeDefined()
})

test('a row is marked if an AI company calls the study critical and nobody tagged it', async () => {
  const ai_report = { id: 'ai1', status: 'Ready', critical: 1 } as const
  seams.list = studyList({
    rows: [
      studyRow(1, { ai_report }),
      studyRow(2, { ai_report, tag_critical: 'Bleed' }),
      studyRow(3, { ai_report: { ...ai_report, critical: 0 } }),
    ],
  })
  await open()
  expect(within(rowOf('Patient 1')).getByText('AI: critical')).toBeDefined()
  expect(within(rowOf('Patient 2')).getByText('Bleed')).toBeDefined()
  expect(screen.getAllByText('AI: critical')).toHaveLength(1)
})

test('archives open on the user setting, the worklist on every date', async () => {
  session = sessionFields({ archive_date_range: 'Yesterday' })
  await open('', 'archives')
  expect(lastAsked()?.from_date).toBe(lastAsked()?.to_date)
  expect(lastAsked()?.from_date).toBeDefined()
  cleanup()
  await open('', 'worklist')
  expect(lastAsked()).toEqual({ flag: 'worklist', p: 1, ps: 20, assigned_type: 'Any', sort: 'reading' })
})

test('typing a keyword sends one request after the pause, and no address contains the search text', async () => {
  await open('?p=2')
  const keyword = screen.getByRole('textbox', { name: 'Keyword' })
  for (const value of ['r', 'ra', 'rao']) fireEvent.change(keyword, { target: { value } })
  await waitFor(() => expect(lastAsked()).toMatchObject({ k: 'rao', p: 1 }), { timeout: 5_000 })
  await waitFor(() => expect(path()).toBe('/archives'))
  expect(seams.asked.some((input) => input.k === 'r')).toBe(false)
})

test('the slash key focuses the keyword', async () => {
  await open()
  fireEvent.keyDown(document.documentElement, { key: '/', code: 'Slash' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Keyword' }))
})

test('active filters appear as pills and are removed one by one or all at once', async () => {
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

test('the popover counts its filters, and a typed day replaces the quick range', async () => {
  await open('?range=Week&accession_no=ACC&k=x')
  const button = screen.getByRole('button', { name: /Filters/ })
  expect(within(button).getByText('1')).toBeDefined()
  await userEvent.click(button)
  fireEvent.change(await screen.findByLabelText('Received from'), { target: { value: '2026-11-01' } })
  expect(path()).toBe('/archives?from_date=2026-11-01')
  expect(screen.getByText('Received from: 01 Nov 2026')).toBeDefined()
})

test('j and k move, Enter opens the editor of the row', async () => {
  await open()
  for (const key of ['j', 'j', 'j', 'j', 'k']) fireEvent.keyDown(document.body, { key })
  expect(rowOf('Patient 2').getAttribute('aria-selected')).toBe('true')
  expect(grid().getAttribute('aria-activedescendant')).toBe(rowOf('Patient 2').id)
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(path()).toBe(`/report/${studyRow(2).study_id}`)
})

test('letters typed into a field move no row', async () => {
  await open()
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Keyword' }), { key: 'j' })
  expect(screen.queryByRole('row', { selected: true })).toBeNull()
})

test('the active row stays on its study while the list is refreshed', async () => {
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

test('for other staff a row opens the preview, and a pending row the study itself', async () => {
  session = sessionFields({ is_doctor: 0 })
  seams.list = studyList({ rows: [studyRow(1), studyRow(2, { status: 'Pending' })] })
  await open()
  expect(screen.queryByRole('link', { name: /Patient/ })).toBeNull()
  await userEvent.click(screen.getByText('Patient 2'))
  expect((await screen.findByRole('dialog')).textContent).toBe(`Study ${studyRow(2).study_id}`)
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

test('a person who may only view images gets no other action and opens nothing', async () => {
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

test('the first load shows a placeholder of the list and no result', async () => {
  seams.list = studyList({ isLoading: true })
  await open()
  expect(screen.getByText('Loading')).toBeDefined()
  expect(screen.queryByText('No Study Found.')).toBeNull()
})

test('the previous rows stay, marked as such, until those of another filter have loaded', async () => {
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
  expect(note.getByText('These studies were loaded earlier.')).toBeDefined()
  expect(screen.getByText('Patient 1')).toBeDefined()
  await userEvent.click(note.getByRole('button', { name: 'Try again' }))
  expect(seams.list.refresh).toHaveBeenCalledOnce()
})

test('rows from the device show from when on they are complete, and changed ones have a mark', async () => {
  seams.list = studyList({
    rows: [studyRow(1, { onDevice: true }), studyRow(2)],
    from: 'device',
    coveredFrom: new Date('2026-08-21T12:00:00Z'),
  })
  await open()
  expect(screen.getByText(/holds studies received since 21 Aug 2026/)).toBeDefined()
  expect(screen.getAllByRole('img', { name: /Changed on this device/ })).toHaveLength(1)
})

test('the size of a page is stored on the device and starts at page 1', async () => {
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

const pageOfRows = (numbers: number[], from: 'device' | 'server' = 'device') =>
  studyList({ rows: numbers.map((n) => studyRow(n)), from })

test('a list with a study left for it turns to the page of that study, with its filters', async () => {
  leaveRow(studyRow(9).study_id)
  seams.list = pageOfRows([1, 2, 3])
  seams.leftPage = 3
  await open('?status=Draft&sort=received')
  await waitFor(() => expect(path()).toBe('/archives?status=Draft&sort=received&p=3'))
  expect(seams.soughtIn[0]).toMatchObject({ status: 'Draft', p: 1 })
  cleanup()
  // The study is not searched a second time.
  await open('?status=Draft')
  expect(path()).toBe('/archives?status=Draft')
})

test('a study on the current page, or in no list of the device, turns no page; nor does one found too late', async () => {
  seams.leftPage = 3
  leaveRow(studyRow(2).study_id)
  seams.list = pageOfRows([1, 2, 3])
  await open('?p=2')
  expect(grid().getAttribute('aria-activedescendant')).toContain(studyRow(2).study_id)
  cleanup()
  leaveRow(studyRow(9).study_id)
  seams.list = pageOfRows([1, 2, 3], 'server')
  await open('?p=2')
  expect(seams.soughtIn).toEqual([])
  cleanup()
  const found = Promise.withResolvers<number>()
  seams.leftPage = found.promise
  leaveRow(studyRow(9).study_id)
  seams.list = {
    ...pageOfRows([1, 2, 3]),
    page: { start: 20, total: 3, total_records: 23, cur_page: 2 },
  }
  await open('?p=2')
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  found.resolve(3)
  await act(async () => {})
  expect(path()).toBe('/archives')
})

test('cards begin at the study that was left for the list', async () => {
  layOut(380)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(6_000)
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
  leaveRow(studyRow(30).study_id)
  seams.list = pageOfRows(Array.from({ length: 40 }, (_, n) => n))
  await open()
  const calls: unknown[][] = scrolled.mock.calls
  const isDown = (to: unknown) =>
    typeof to === 'object' && to !== null && Number(Reflect.get(to, 'top')) > 3_000
  await waitFor(() => expect(calls.some(([to]) => isDown(to))).toBe(true))
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

const assigner = () => sessionFields({ modules: ['view_archives', 'assign_doctor_to_study'] })

test('only pending studies can be selected, all of the page at once, and are assigned together', async () => {
  session = assigner()
  const rows = [studyRow(1, { status: 'Pending' }), studyRow(2), studyRow(3, { status: 'Pending' })]
  seams.list = studyList({ rows })
  await open()
  expect(screen.getByRole('checkbox', { name: 'Select Patient 2' }).hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all pending studies of this page' }))
  expect(screen.getByText('2 selected')).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Patient 3' }))
  const bar = within(screen.getByRole('region', { name: '1 selected' }))
  await userEvent.click(bar.getByRole('button', { name: 'Assign Doctor' }))
  expect(await screen.findByText('Assigning 1')).toBeDefined()
})

test('a selected study that is saved in the meantime is deselected', async () => {
  session = assigner()
  seams.list = studyList({ rows: [studyRow(1, { status: 'Pending' })] })
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Patient 1' }))
  expect(screen.getByText('1 selected')).toBeDefined()
  seams.list = studyList({ rows: [studyRow(1, { status: 'Draft' })] })
  await userEvent.click(screen.getByRole('button', { name: 'Received' }))
  await userEvent.click(screen.getByRole('button', { name: 'Time left' }))
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
})

test('a person who does not assign doctors cannot select, and nobody can in the portal', async () => {
  await open()
  expect(screen.queryByRole('checkbox')).toBeNull()
  cleanup()
  session = assigner()
  await open('', 'portal')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a person who links studies goes from the archives to the unmatched ones of any day; the simple list is a link', async () => {
  await open()
  expect(screen.queryByRole('link', { name: /Unmatched/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Simple Archives' }).getAttribute('href')).toBe('/archives-small')
  cleanup()
  session = sessionFields({ modules: [...sessionFields().modules, 'edit_patient_and_study'] })
  await open('?k=rao&status=Draft')
  await userEvent.click(screen.getByRole('link', { name: 'Unmatched studies 3' }))
  expect(path()).toBe('/archives?link=Unmatched&range=Any')
  // All unlinked studies: no earlier filter narrows them.
  expect(lastAsked()).toEqual({ flag: 'archives', p: 1, ps: 20, assigned_type: 'Any', link: 'Unmatched' })
  cleanup()
  session = { ...session, view_image_only: 1 }
  await open()
  expect(screen.queryByRole('link', { name: /Unmatched/ })).toBeNull()
})

test('a heading sorts the list, and the order is in the address', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Time left' }))
  expect(path()).toContain('sort=time_left')
  expect(lastAsked()?.sort).toBe('time_left')
  expect(screen.getByRole('columnheader', { name: 'Time left' }).getAttribute('aria-sort')).toBe('ascending')
})

test('a list opens in the person’s last order; a link with an order shows that one and changes nothing', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Time left' }))
  cleanup()
  await open()
  await waitFor(() => expect(lastAsked()?.sort).toBe('time_left'))
  expect(path()).toBe('/archives')
  cleanup()
  await open('?sort=priority')
  expect(lastAsked()?.sort).toBe('priority')
  cleanup()
  await open()
  await waitFor(() => expect(lastAsked()?.sort).toBe('time_left'))
  await userEvent.click(screen.getByRole('button', { name: 'Received' }))
  expect(path()).toContain('sort=received')
  cleanup()
  await open()
  await waitFor(() => expect(lastAsked()?.sort).toBeUndefined())
})

test('the reading list opens in the reading order for people who sign reports, until another order is chosen', async () => {
  await open('', 'worklist')
  await waitFor(() => expect(lastAsked()?.sort).toBe('reading'))
  expect(path()).toBe('/worklist')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sorted by' }).value).toBe('Reading order')
  await userEvent.click(screen.getByRole('button', { name: 'Received' }))
  expect(lastAsked()?.sort).toBeUndefined()
  cleanup()
  await open('', 'worklist')
  await waitFor(() => expect(lastAsked()?.sort).toBeUndefined())
})

test.each([
  ['the archives of who signs', 'archives', {}, true],
  ['the reading list of who signs nothing', 'worklist', { can_sign: 0 }, false],
  ['the reading list of who is no doctor', 'worklist', { is_doctor: 0 }, false],
  ['the patient portal', 'portal', {}, false],
] as const)('%s: open newest first, and offer the reading order or not', async (_, flag, part, isOffered) => {
  session = sessionFields({ ...part, archive_date_range: 'Any' })
  seams.preferences.set(`list_order:${flag}`, isOffered ? undefined : 'reading')
  await open('', flag)
  await userEvent.click(screen.getByRole('combobox', { name: 'Sorted by' }))
  await screen.findByRole('option', { name: 'Priority' })
  expect(screen.queryAllByRole('option', { name: 'Reading order' })).toHaveLength(isOffered ? 1 : 0)
  expect(lastAsked()?.sort).toBeUndefined()
  cleanup()
  await open('?sort=reading', flag)
  expect(lastAsked()?.sort).toBe(isOffered ? 'reading' : undefined)
})

test.each([['by_name'], [7], [null]])('an invalid stored order is ignored: %s', async (kept) => {
  seams.preferences.set('list_order:archives', kept)
  await open()
  expect(lastAsked()?.sort).toBeUndefined()
})

test('a person with the report open is named in its row, with the start time', async () => {
  const since = '2020-01-02T03:04:00.000Z'
  seams.writers.set(studyRow(2).study_id, [
    { study_id: studyRow(2).study_id, user_id: 'd9', name: 'Dr. Iyer', since, seen: since, state: 'writing' },
  ])
  await open()
  expect(within(rowOf('Patient 2')).getByText(/^Dr\. Iyer, since 02 Jan 2020 \d\d:\d4$/)).toBeDefined()
  expect(within(rowOf('Patient 2')).getByTitle(/^Dr\. Iyer, reading since/)).toBeDefined()
  expect(within(rowOf('Patient 2')).getByRole('img', { name: 'Reading now:' })).toBeDefined()
})

test('a saved filter shows its count, sets the list, and is marked while active', async () => {
  seams.saved = savedFilters([
    { name: 'My drafts', count: 10_001, filter: { range: 'Any', status: 'Draft', assigned_type: 'Any' } },
  ])
  await open('?k=rao&range=Week')
  const pill = () => screen.getByRole('button', { name: 'My drafts 10,000+' })
  expect(pill().getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(pill())
  expect(lastAsked()).toMatchObject({ status: 'Draft' })
  expect(lastAsked()).not.toHaveProperty('k')
  expect(pill().getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull()
})

test('the current filter is saved under a name', async () => {
  await open('?status=Draft&range=Week')
  await userEvent.click(screen.getByRole('button', { name: 'Save filter' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Drafts of the week ')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(seams.saved.save).toHaveBeenCalledWith({
    id: expect.any(String) as string,
    name: 'Drafts of the week',
    filter: { range: 'Week', status: 'Draft', assigned_type: 'Any' },
  })
})

test('offline a filter cannot be saved, and the button says why', async () => {
  seams.isOnline = false
  await open()
  const button = screen.getByRole('button', { name: 'Save filter' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(button)
  expect(await screen.findByText('Saving a filter needs the network')).toBeDefined()
})

test('the portal no longer shows a study as activated once its days are over, on a page that stays open', async () => {
  const start = Date.now()
  const active_until = new Date(start + 60_000).toISOString()
  seams.list = studyList({ rows: [studyRow(1, { is_active_for_patient: 1, active_until })] })
  await open('', 'portal')
  expect(within(rowOf('Patient 1')).getByText('Activated')).toBeDefined()
  vi.setSystemTime(start + 61_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(within(rowOf('Patient 1')).getByText('Deactivated')).toBeDefined()
})

test('Enter on a row of the portal without an action says why', async () => {
  seams.list = studyList({ rows: [studyRow(1, { status: 'Signed' })] })
  await open('', 'portal')
  for (const key of ['j', 'Enter']) fireEvent.keyDown(document.body, { key })
  expect((await screen.findByRole('alert')).textContent).toContain('Not activated for the patient')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the portal shows which studies patients see, and offers to change it', async () => {
  seams.list = studyList({ rows: [studyRow(1, { is_active_for_patient: 1 }), studyRow(2)] })
  await open('', 'portal')
  expect(within(rowOf('Patient 1')).getByText('Activated')).toBeDefined()
  expect(within(rowOf('Patient 2')).getByText('Deactivated')).toBeDefined()
  await userEvent.click(within(rowOf('Patient 2')).getByRole('button', { name: 'Actions for Patient 2' }))
  expect(await screen.findByRole('menuitem', { name: 'Activate' })).toBeDefined()
})
