import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VisitSuggestion } from '#contract/calls/unmatched.ts'
import { LinkStudyDialog } from '#src/features/worklist/link-study/LinkStudyDialog.tsx'
import { useLink } from '#src/sync/link/use-link.ts'
import { scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: vi.fn() }))

const study = studyRowOf({
  id: '01970000-0000-7000-8000-000000000001',
  pat_name: 'RAO MIRA',
  accession_no: 'S10',
})
const visit = (part: Partial<VisitSuggestion> = {}): VisitSuggestion => ({
  id: '01970000-0000-7000-8000-0000000000e1',
  visit_no: 'V-17',
  name: 'CT Brain',
  modality: 'CT',
  accession_no: 'S01',
  start_dt: '2026-11-20T08:00:00.000Z',
  branch: 'Andheri',
  pat_id: 'SAN-9',
  pat_name: 'Meera Rao',
  pat_birthdate: '1984-03-02',
  gender: 'Female',
  is_taken: 0,
  reasons: ['similar_accession', 'similar_name', 'other_sex'],
  ...part,
})
const answerOf = (suggestions: VisitSuggestion[], linked: VisitSuggestion | null = null) => ({
  [`study/visitSuggestions/${study.id}`]: () => ({ body: { result: { linked, suggestions } } }),
})
const online = (isOnline: boolean) =>
  vi.mocked(useLink).mockReturnValue({ online: isOnline, since: new Date() })
const show = (onClose = vi.fn(), of = study) => {
  renderInApp(<LinkStudyDialog study={of} opened onClose={onClose} />)
  return onClose
}

beforeEach(() => online(true))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a suggestion gives its reasons in words, and the evidence against it', async () => {
  scriptServer(answerOf([visit()]))
  show()
  const suggested = await screen.findByRole('region', { name: 'Suggested visits' })
  expect(suggested.textContent).toContain('Meera Rao · SAN-9 · born 02 Mar 1984')
  for (const reason of ['Accession number differs by a letter', 'Similar name', 'Sex differs'])
    expect(within(suggested).getByText(reason)).toBeDefined()
  expect(screen.getByRole('region', { name: 'The study as sent by the machine' }).textContent).toContain(
    'RAO MIRA',
  )
})

const linkScript = () =>
  scriptServer({
    ...answerOf([visit()]),
    'study/linkToVisit': () => ({
      body: { message: 'Saved successfully', result: { study: { ...study, is_linked: 1 } } },
    }),
  })
const sent = (asked: ReturnType<typeof scriptServer>['asked']) =>
  asked.find(({ path }) => path.endsWith('linkToVisit'))?.input

test('linking to the same person sends study and service, and closes', async () => {
  const { asked } = linkScript()
  const onClose = show(vi.fn(), { ...study, pat_name: 'RAO MEERA', pat_birthdate: '1984-03-02' })
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  expect(await screen.findByText('Linked')).toBeDefined()
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent(asked)).toEqual({ study_id: study.id, service_id: visit().id })
})

test('another name or date of birth raises a question, with the differences marked', async () => {
  const { asked } = linkScript()
  show(vi.fn(), { ...study, pat_birthdate: '1984-03-12' })
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  const question = await screen.findByRole('dialog', { name: 'Another person?' })
  const rows = within(question)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toContain('Patient name (differs)RAO MIRAMeera Rao')
  expect(rows).toContain('Date of birth (differs)12 Mar 198402 Mar 1984')
  expect(rows).toContain('SexFemaleFemale')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(sent(asked)).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'It is the same person: link' }))
  expect(await screen.findByText('Linked')).toBeDefined()
  expect(sent(asked)).toEqual({ study_id: study.id, service_id: visit().id, is_confirmed: 1 })
})

test('a service that is already linked says so and is not linked', async () => {
  const { asked } = scriptServer(answerOf([visit({ is_taken: 1 })]))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  expect(asked.some(({ path }) => path.endsWith('linkToVisit'))).toBe(false)
})

test('unlinking asks first', async () => {
  const { asked } = scriptServer(answerOf([], visit({ reasons: [] })))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink' }))
  const question = await screen.findByRole('dialog', { name: 'Unlink this study from its visit?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(asked.some(({ path }) => path.endsWith('unlinkFromVisit'))).toBe(false)
})

test('if nothing resembles the study it explains how to find its visit', async () => {
  scriptServer(answerOf([]))
  show()
  expect(await screen.findByText('No visit resembles this study')).toBeDefined()
})

test('offline it says so and offers no action that would fail', async () => {
  online(false)
  show()
  expect(await screen.findByText('Needs the network')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Find a visit' }).disabled).toBe(true)
})

test('a link that the server refuses shows the reason at its visit, with the focus there, and the dialog stays open', async () => {
  scriptServer({
    ...answerOf([visit()]),
    'study/linkToVisit': () => ({
      status: 409,
      body: { code: 'conflict', message: 'Another study was linked to this visit meanwhile.' },
    }),
  })
  const onClose = show(vi.fn(), { ...study, pat_name: 'RAO MEERA', pat_birthdate: '1984-03-02' })
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  const said = await screen.findByText('Another study was linked to this visit meanwhile.')
  expect(said.closest('li')).not.toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(said))
  expect(onClose).not.toHaveBeenCalled()
})
