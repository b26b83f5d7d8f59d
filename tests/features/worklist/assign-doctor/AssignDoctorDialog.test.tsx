import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { AssignDoctorDialog } from '#src/features/worklist/assign-doctor/AssignDoctorDialog.tsx'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [NAIR, RAO, TRAINEE] = [idOf(901), idOf(902), idOf(903)] as const

let session: SessionFields
const queued: { key: string; input: unknown }[] = []
let full: Error | undefined

vi.mock('#src/sync/session/session.ts', () => ({ useSession: () => session }))
vi.mock('#src/sync/directory/use-directory.ts', () => {
  const id = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const doctors = [
    { id: id(901), rev: 1, name: 'Dr. Nair', can_sign: 1 },
    { id: id(902), rev: 1, name: 'Dr. Rao', can_sign: 1 },
    { id: id(903), rev: 1, name: 'Dr. Trainee', can_sign: 0 },
  ]
  return { useDoctors: () => doctors }
})
vi.mock('#src/sync/outbox/make/enqueue.ts', () => ({
  enqueue: async (key: string, input: unknown) => {
    if (full) throw full
    queued.push({ key, input })
  },
}))

beforeEach(() => {
  queued.length = 0
  full = undefined
  session = sessionFields({ modules: ['assign_doctor_to_study'] })
})
afterEach(cleanup)

const study = (n: number, part: Partial<StudyRow> = {}) => studyRowOf({ id: idOf(n), ...part })
const onClose = vi.fn()
const open = (...studies: StudyRow[]) =>
  renderInApp(<AssignDoctorDialog studies={studies} opened onClose={onClose} />)
const select = (name: string) => screen.getByRole('combobox', { name })
const options = () => screen.getAllByRole('option', { hidden: false }).map((option) => option.textContent)
async function choose(name: string, doctor: string) {
  await userEvent.click(select(name))
  await userEvent.click(await screen.findByRole('option', { name: doctor }))
}
const assign = () => userEvent.click(screen.getByRole('button', { name: 'Assign' }))

test('the signing doctor is one who can sign, the writing doctor any doctor', async () => {
  open(study(1))
  await userEvent.click(select('Signing doctor'))
  expect(options()).toEqual(['Nobody', 'Dr. Nair', 'Dr. Rao'])
  await userEvent.click(select('Writing doctor'))
  await waitFor(() => expect(options()).toContain('Dr. Trainee'))
})

test('one study opens with its doctors and is assigned by one command', async () => {
  open(study(1, { assigned_doctor_id: RAO, signed_by_doctor_id: NAIR }))
  expect((select('Signing doctor') as HTMLInputElement).value).toBe('Dr. Nair')
  await choose('Writing doctor', 'Dr. Trainee')
  await assign()
  expect(queued).toEqual([
    {
      key: 'assignDoctor',
      input: { study_id: idOf(1), assigned_doctor_id: TRAINEE, signed_by_doctor_id: NAIR },
    },
  ])
})

test('many studies take one command each; unchanged fields keep each study’s own values', async () => {
  open(study(1, { signed_by_doctor_id: RAO }), study(2), study(3, { assigned_doctor_id: NAIR }))
  await choose('Writing doctor', 'Dr. Nair')
  await assign()
  // The third already has that doctor.
  expect(queued.map(({ input }) => input)).toEqual([
    { study_id: idOf(1), assigned_doctor_id: NAIR, signed_by_doctor_id: RAO },
    { study_id: idOf(2), assigned_doctor_id: NAIR, signed_by_doctor_id: null },
  ])
})

test('signed studies are left out, and a message says so', async () => {
  open(study(1), study(2, { status: 'Signed' }))
  expect(screen.getByText('One of them is signed and stays as it is.')).toBeDefined()
  await choose('Writing doctor', 'Dr. Rao')
  await assign()
  expect(queued).toHaveLength(1)
})

test('a signed study cannot be assigned at all', () => {
  open(study(1, { status: 'Verified' }))
  expect(screen.getByText(/stay as they are/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull()
})

test('a doctor without the permission takes an unassigned study for themselves and nobody else’s', async () => {
  session = sessionFields({ modules: [], user_id: NAIR })
  open(study(1))
  await userEvent.click(select('Writing doctor'))
  expect(options()).toEqual(['Dr. Nair'])
  await userEvent.click(select('Signing doctor'))
  await waitFor(() => expect(options()).toEqual(['Nobody', 'Dr. Nair']))
  await assign()
  expect(queued).toMatchObject([{ input: { assigned_doctor_id: NAIR, signed_by_doctor_id: null } }])
  cleanup()
  open(study(1, { assigned_doctor_id: RAO }))
  expect(screen.getByText('Your role does not assign doctors to this study.')).toBeDefined()
})

test('a change that this device cannot store is reported at the button, and the dialog stays open', async () => {
  full = new Error('This device is full')
  onClose.mockClear()
  open(study(1))
  await choose('Writing doctor', 'Dr. Trainee')
  await assign()
  await expectRefusedAt(screen.getByRole('dialog'), 'This device is full')
  expect(onClose).not.toHaveBeenCalled()
})
