import { spotlight } from '@mantine/spotlight'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { Palette } from '#src/app/frame/Palette.tsx'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'
import { sessionFields } from '#tests/helpers/session-fields.ts'
import { studyRowOf } from '#tests/helpers/study-row.ts'

const STUDY = studyRowOf({
  id: '019a0000-0000-7000-8000-000000000001',
  pat_name: 'Meera Rao',
  accession_no: '',
})

vi.mock('#src/sync/studies/use-study-list.ts', () => ({
  useStudyList: () => ({ rows: [STUDY], from: 'device', isLoading: false }),
}))

afterEach(() => {
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
] as const)('%s opens the study itself, one without an accession number too', async (_, part) => {
  await choose(sessionFields(part), 'rao', /Meera Rao/)
  expect(path()).toBe(`/study/${STUDY.id}`)
})

test('whoever links studies goes to those that wait for it, of any day', async () => {
  const modules: SessionFields['modules'] = ['view_archives', 'edit_patient_and_study']
  await choose(sessionFields({ modules }), 'unmatched', /Unmatched studies/)
  expect(path()).toBe('/archives?link=Unmatched&range=Any')
})

test('the simple list of the archives is found by its name', async () => {
  await choose(sessionFields(), 'simple', /Simple Archives/)
  expect(path()).toBe('/archives-small')
})
