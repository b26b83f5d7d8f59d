import { spotlight } from '@mantine/spotlight'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { Palette } from '#src/app/frame/Palette.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { visitRowOf } from '#tests/helpers/device/visit-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const STUDY = studyRowOf({
  id: '019a0000-0000-7000-8000-000000000001',
  pat_name: 'Meera Rao',
  accession_no: '',
})

vi.mock('#src/sync/studies/use-study-list.ts', () => ({
  useStudyList: () => ({ rows: [STUDY], from: 'device', isLoading: false }),
}))

const desk = vi.hoisted(() => ({ words: [] as string[], visits: [] as object[], patients: [] as object[] }))
vi.mock('#src/sync/current-device.ts', async (original) => ({
  ...(await original<object>()),
  useDevice: () => desk,
}))
vi.mock('#src/sync/desk/find-visits-here.ts', () => ({
  findVisitsHere: async (_device: object, text: string) => {
    desk.words.push(text)
    return desk.visits
  },
}))
vi.mock('#src/sync/patients/use-patient-search.ts', () => ({
  usePatientSearch: () => ({ patients: desk.patients }),
}))
vi.mock('#src/sync/directory/use-directory.ts', () => ({
  useBranches: () => [{ id: 'kuwait', name: 'Salmiya', time_zone: 'Asia/Kuwait' }],
}))
vi.mock('#src/parts/visit-panel/VisitPanel.tsx', () => ({
  VisitPanel: ({ visitId }: { visitId: string }) => <div role="dialog">Visit {visitId}</div>,
}))

const AT_THE_DESK = {
  is_doctor: 0,
  modules: ['appointments'],
  main_modules: ['appointment_system'],
} satisfies Partial<SessionFields>
const KNOWS_PATIENTS = {
  is_doctor: 0,
  modules: ['view_patient_portal_patients'],
} satisfies Partial<SessionFields>

afterEach(() => {
  Object.assign(desk, { words: [], visits: [], patients: [] })
  act(() => spotlight.close())
  cleanup()
})

const path = () => screen.getByLabelText('path').textContent

async function choose(session: SessionFields, typed: string, name: RegExp) {
  renderInApp(<Palette session={session} />, '/dashboard')
  act(() => spotlight.open())
  await userEvent.type(await screen.findByRole('textbox'), typed)
  await userEvent.click(await screen.findByRole('button', { name }))
}

test('a doctor finds a study and opens its report', async () => {
  await choose(sessionFields(), 'rao', /Meera Rao/)
  expect(path()).toBe(`/report/${STUDY.id}`)
})

test.each([
  ['who is no doctor', { is_doctor: 0 }],
  ['a doctor who views images only', { view_image_only: 1 }],
] as const)('%s opens the study itself, also without an accession number', async (_, part) => {
  await choose(sessionFields(part), 'rao', /Meera Rao/)
  expect(path()).toBe(`/study/${STUDY.id}`)
})

test('a person who links studies goes to the unlinked ones of any day', async () => {
  const modules: SessionFields['modules'] = ['view_archives', 'edit_patient_and_study']
  await choose(sessionFields({ modules }), 'unmatched', /Unmatched studies/)
  expect(path()).toBe('/archives?link=Unmatched&range=Any')
})

test('the simple list of the archives is found by its name', async () => {
  await choose(sessionFields(), 'simple', /Simple Archives/)
  expect(path()).toBe('/archives-small')
})

test('a patient is found by phone and opens the profile', async () => {
  desk.patients = [{ id: 'p', fname: 'Asha', lname: 'Kulkarni', pat_id: 'S0041', mobile: '9822011111' }]
  await choose(sessionFields(KNOWS_PATIENTS), '9822011111', /Asha Kulkarni \(S0041\)/)
  expect(path()).toBe('/patient-profile/p')
})

test('the number of a receipt finds its visit, with its time at the branch, and opens it', async () => {
  const visit = visitRowOf({
    id: 'v',
    name: 'Asha Kulkarni',
    visit_no: 'V000041',
    branch_id: 'kuwait',
    start_dt: '2026-11-23T21:30:00.000Z',
  })
  desk.visits = [{ visit, receiptNo: 'R000973' }]
  await choose(sessionFields(AT_THE_DESK), '000973', /V000041.*R000973.*24 Nov 2026 12:30 AM/)
  expect((await screen.findByRole('dialog', { name: '' })).textContent).toBe('Visit v')
})

test('a doctor sees neither patients nor visits of the desk', async () => {
  desk.patients = [{ id: 'p', fname: 'Asha', lname: 'Rao', pat_id: 'S0041', mobile: '' }]
  desk.visits = [{ visit: visitRowOf({ id: 'v', visit_no: 'V000041' }), receiptNo: undefined }]
  renderInApp(<Palette session={sessionFields()} />, '/dashboard')
  act(() => spotlight.open())
  await userEvent.type(await screen.findByRole('textbox'), 'rao')
  expect(await screen.findByRole('button', { name: /Meera Rao/ })).toBeTruthy()
  expect(desk.words).toEqual([])
  expect(screen.queryByText(/S0041|V000041/)).toBeNull()
})
