import { expect, test } from 'vitest'
import { deleteReason } from '#src/parts/delete-study/ask-delete-study.ts'
import { editReason } from '#src/parts/edit-study/edit-reason.ts'
import { splitReason } from '#src/parts/split-study/split-reason.ts'
import { milestonesOf } from '#src/parts/study-drawer/milestones.ts'
import { criticalTagReason } from '#src/parts/tags/critical-reason.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'

const pending = studyRowOf({ id: 'one' })
const signed = studyRowOf({ id: 'two', status: 'Signed' })
const admin = sessionFields({
  is_client_admin: 1,
  modules: ['split_study', 'edit_patient_and_study', 'assign_critical_tag_to_study'],
  main_modules: ['split_study', 'assign_critical_tag_to_study'],
})
const doctor = sessionFields()

test('splitting needs permission, module, network and no signature', () => {
  expect(splitReason(pending, admin, true)).toBeUndefined()
  expect(splitReason(pending, admin, false)).toMatch(/network/)
  expect(splitReason(signed, admin, true)).toMatch(/signed/)
  expect(splitReason(pending, doctor, true)).toMatch(/licence/)
  expect(splitReason(pending, { ...doctor, main_modules: ['split_study'] }, true)).toMatch(/role/)
})

test('deleting needs an administrator, the network and no signature', () => {
  expect(deleteReason(pending, admin, true)).toBeUndefined()
  expect(deleteReason(pending, admin, false)).toMatch(/network/)
  expect(deleteReason(signed, admin, true)).toMatch(/signed/)
  expect(deleteReason(pending, doctor, true)).toMatch(/administrator/)
})

test('editing and critical tags need their permissions', () => {
  expect(editReason(admin)).toBeUndefined()
  expect(editReason(doctor)).toMatch(/role/)
  expect(criticalTagReason(admin)).toBeUndefined()
  expect(criticalTagReason(doctor)).toMatch(/licence/)
})

test('checked in is the start of the visit, otherwise the arrival; the first report begun counts', () => {
  const reports = [{ created: '2026-11-20T10:00:00Z' }, { created: '2026-11-20T09:00:00Z' }]
  expect(milestonesOf(signed, reports, '2026-11-20T07:00:00Z').map(({ at }) => at)).toEqual([
    '2026-11-20T07:00:00Z',
    '2026-11-20T09:00:00Z',
    null,
    null,
  ])
  expect(milestonesOf(signed, [], null)[0]?.at).toBe(signed.received_datetime)
})

test('a study that is no longer signed has neither time nor name at that milestone', () => {
  const former = { signed_on: '2026-11-20T10:05:00Z', signed_by_doctor: 'Dr. Nair' }
  const [, , now] = milestonesOf({ ...signed, ...former }, [], null)
  expect(now).toMatchObject({ at: former.signed_on, by: 'Dr. Nair' })
  const [, , after] = milestonesOf({ ...pending, ...former }, [], null)
  expect(after).toMatchObject({ at: null, by: '' })
})
