import { expect, test } from 'vitest'
import type { SessionFields } from '#domain/access/session.ts'
import { type ActionPlace, actionsOf, canWrite } from '#src/features/worklist/row-actions.ts'
import { sessionFields } from '#tests/helpers/session-fields.ts'
import { studyRow } from './list-fixtures.ts'

const place = (part: Partial<ActionPlace> = {}, session: Partial<SessionFields> = {}): ActionPlace => ({
  session: sessionFields(session),
  flag: 'archives',
  isOnline: true,
  ...part,
})
const reasons = (row: Parameters<typeof studyRow>[1], where = place()) =>
  Object.fromEntries(actionsOf(studyRow(1, row), where).map(({ kind, reason }) => [kind, reason]))

test('a doctor may write, preview and see images of a study that has a report', () => {
  expect(reasons({ status: 'Draft' })).toEqual({ open: undefined, preview: undefined, images: undefined })
})

test('the preview waits for a report and says so', () => {
  expect(reasons({ status: 'Pending' }).preview).toBe('There is no report yet')
})

test('only doctors write', () => {
  const where = place({}, { is_doctor: 0 })
  expect(canWrite(where)).toBe(false)
  expect(actionsOf(studyRow(1), where).map(({ kind }) => kind)).toEqual(['preview', 'images'])
})

test('"view image only" leaves the images', () => {
  const where = place({}, { view_image_only: 1 })
  expect(actionsOf(studyRow(1), where).map(({ kind }) => kind)).toEqual(['images'])
})

test.each(['', 'javascript:alert(1)', 'file:///etc/passwd', '//viewer'])(
  'the address %j is no viewer',
  (viewer_url) => {
    expect(reasons({ viewer_url }).images).toBe('No image viewer is set up for this study')
  },
)

test('images need the network, reports do not', () => {
  const offline = reasons({ status: 'Signed' }, place({ isOnline: false }))
  expect(offline).toMatchObject({ open: undefined, preview: undefined, images: 'Images need the network' })
})

test.each([
  ['Signed', 0, { preview: 'Not activated for the patient', images: 'Not activated for the patient' }],
  ['Draft', 1, { preview: 'The report is not signed yet', images: undefined }],
  ['Signed', 1, { preview: undefined, images: undefined }],
  ['Verified', 1, { preview: undefined, images: undefined }],
] as const)(
  'in the portal a %s study with activation %i allows %j',
  (status, is_active_for_patient, allowed) => {
    expect(reasons({ status, is_active_for_patient }, place({ flag: 'portal' }))).toEqual(allowed)
  },
)
