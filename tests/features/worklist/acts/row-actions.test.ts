import { expect, test } from 'vitest'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { PERMISSIONS } from '#domain/access/permissions.ts'
import type { SessionFields } from '#domain/access/session.ts'
import {
  actionsOf,
  canWrite,
  quickActionsOf,
  type RowActionContext,
  type RowActionKind,
} from '#src/features/worklist/acts/row-actions.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRow } from '../list-fixtures.ts'

const contextOf = (
  part: Partial<RowActionContext> = {},
  session: Partial<SessionFields> = {},
): RowActionContext => ({
  session: sessionFields(session),
  flag: 'archives',
  isOnline: true,
  ...part,
})
const reasons = (row: Parameters<typeof studyRow>[1], context = contextOf()) =>
  Object.fromEntries(actionsOf(studyRow(1, row), context).map(({ kind, reason }) => [kind, reason]))

const kinds = (row: Parameters<typeof studyRow>[1], context = contextOf()) =>
  actionsOf(studyRow(1, row), context).map(({ kind }) => kind)

test('a doctor may write, preview and see images of a study that has a report', () => {
  expect(reasons({ status: 'Draft' })).toMatchObject({
    open: undefined,
    preview: undefined,
    images: undefined,
  })
})

test('the preview waits for a report and says so', () => {
  expect(reasons({ status: 'Pending' }).preview).toBe('There is no report yet')
})

test('only doctors write', () => {
  const context = contextOf({}, { is_doctor: 0 })
  expect(canWrite(context)).toBe(false)
  expect(kinds({}, context)).not.toContain('open')
})

test.each(['archives', 'worklist', 'portal'] as const)(
  '"view image only" leaves only the images in %s, whatever the role allows',
  (flag) => {
    const context = contextOf(
      { flag },
      { view_image_only: 1, is_client_admin: 1, modules: ['share_study', 'split_study'] },
    )
    expect(kinds({ is_active_for_patient: 1 }, context)).toEqual(['images'])
  },
)

test.each(['', 'javascript:alert(1)', 'file:///etc/passwd', '//viewer'])(
  'the address %j is no viewer',
  (viewer_url) => {
    expect(reasons({ viewer_url }).images).toBe('No image viewer is set up for this study')
  },
)

test('images need the network, reports do not', () => {
  const offline = reasons({ status: 'Signed' }, contextOf({ isOnline: false }))
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
    expect(reasons({ status, is_active_for_patient }, contextOf({ flag: 'portal' }))).toMatchObject(allowed)
  },
)

test('the portal offers the patients’ view and no action of reporting', () => {
  const everything: Partial<SessionFields> = {
    is_client_admin: 1,
    modules: [...PERMISSIONS],
    main_modules: [...MAIN_MODULES],
    study_download: 1,
  }
  const portal = kinds(
    { is_active_for_patient: 1, pacs_type: 'Premium' },
    contextOf({ flag: 'portal' }, everything),
  )
  for (const kind of ['open', 'comments', 'assign', 'tags', 'edit_details', 'split', 'delete', 'ai_send'])
    expect(portal).not.toContain(kind)
  expect(portal).toContain('deactivate')
  expect(portal).not.toContain('activate')
  expect(kinds({ is_active_for_patient: 0 }, contextOf({ flag: 'portal' }, everything))).toContain('activate')
  expect(kinds({ is_active_for_patient: 0 }, contextOf({}, everything))).not.toContain('activate')
})

test('once its days are over the portal treats a study as not activated, even if the copy says otherwise', () => {
  const row = studyRow(1, {
    status: 'Signed',
    is_active_for_patient: 1,
    active_until: '2026-12-21T10:00:00.000Z',
  })
  const at = (time: string) =>
    Object.fromEntries(
      actionsOf(row, contextOf({ flag: 'portal' }), new Date(time)).map(({ kind, reason }) => [kind, reason]),
    )
  expect(at('2026-12-21T09:59:00.000Z')).toMatchObject({ preview: undefined, deactivate: undefined })
  expect(at('2026-12-21T10:01:00.000Z')).toMatchObject({
    preview: 'Not activated for the patient',
    images: 'Not activated for the patient',
    activate: undefined,
  })
  expect(at('2026-12-21T10:01:00.000Z')).not.toHaveProperty('deactivate')
})

/** An action, a session that has it, and each part of that session without which it never appears. */
const RIGHTS: [RowActionKind, Partial<SessionFields>, Partial<SessionFields>[]][] = [
  ['assign', { modules: ['assign_doctor_to_study'] }, [{ modules: [] }]],
  ['tags', { modules: ['assign_tag_to_study'] }, [{ modules: [] }]],
  [
    'tags',
    { modules: ['assign_critical_tag_to_study'], main_modules: ['assign_critical_tag_to_study'] },
    [{ main_modules: [] }],
  ],
  [
    'share',
    { modules: ['share_study'], main_modules: ['sms_share'] },
    [{ modules: [] }, { main_modules: [] }],
  ],
  [
    'portal_access',
    { modules: ['share_study'], main_modules: ['patient_portal'] },
    [{ modules: [] }, { main_modules: [] }],
  ],
  ['profile', { modules: ['view_patient_portal_patients'] }, [{ modules: [] }]],
  ['ai_send', { main_modules: ['ezzy_ai_flow'] }, [{ main_modules: [] }]],
  ['download', { study_download: 1 }, [{ study_download: 0 }]],
  ['edit_details', { modules: ['edit_patient_and_study'] }, [{ modules: [] }]],
  [
    'split',
    { modules: ['split_study'], main_modules: ['split_study'] },
    [{ modules: [] }, { main_modules: [] }],
  ],
  ['delete', { is_client_admin: 1 }, [{ is_client_admin: 0 }]],
]

test.each(RIGHTS)('%s appears with its right and module, and never without', (kind, session, lacking) => {
  const row = { pacs_type: 'Premium', assigned_doctor_id: 'somebody', patient_id: 'a-patient' }
  expect(kinds(row, contextOf({}, session))).toContain(kind)
  for (const part of lacking) expect(kinds(row, contextOf({}, { ...session, ...part }))).not.toContain(kind)
})

test('a report can be sent again only if it was not accepted', () => {
  expect(kinds({ is_hl7_report_send_err: 'Y' })).toContain('resend')
  expect(kinds({ is_hl7_report_send_err: '' })).not.toContain('resend')
})

test('one entry shows and sends a verified report as it was sent out', () => {
  const sending = (row: Parameters<typeof studyRow>[1], context = contextOf()) =>
    kinds(row, context).filter((kind) => kind === 'resend' || kind === 'sent_out')
  expect(sending({ status: 'Verified' })).toEqual(['sent_out'])
  expect(sending({ status: 'Verified', is_hl7_report_send_err: 'Y' })).toEqual(['resend'])
  expect(sending({ status: 'Signed' })).toEqual([])
  expect(sending({ status: 'Verified' }, contextOf({ flag: 'portal' }))).toEqual([])
  expect(sending({ status: 'Verified' }, contextOf({}, { main_modules: ['patient_portal'] }))).toEqual([])
  expect(reasons({ status: 'Verified' }, contextOf({ isOnline: false })).sent_out).toBe(
    'This needs the network',
  )
})

test('a study that is linked to no patient opens no profile', () => {
  const context = contextOf({}, { modules: ['view_patient_portal_patients'] })
  expect(kinds({ patient_id: null }, context)).not.toContain('profile')
})

test('a download needs a premium image server', () => {
  const context = contextOf({}, { study_download: 1 })
  expect(kinds({ pacs_type: 'Basic' }, context)).not.toContain('download')
})

test('assignment is locked after the signature; splitting and deleting are refused', () => {
  const session = { is_client_admin: 1, modules: ['split_study'], main_modules: ['split_study'] } as const
  const context = contextOf(
    {},
    { ...session, modules: [...session.modules], main_modules: [...session.main_modules] },
  )
  for (const status of ['Signed', 'Verified'] as const)
    expect(reasons({ status }, context)).toMatchObject({
      assign: 'The report is signed: its doctors stay as they are',
      split: 'A report of this study is signed',
      delete: 'A report of this study is signed',
    })
  expect(reasons({ status: 'Draft' }, context)).toMatchObject({
    assign: undefined,
    split: undefined,
    delete: undefined,
  })
})

test('offline, actions of the server say so; actions that can wait do not', () => {
  const session = {
    is_client_admin: 1 as const,
    modules: [...PERMISSIONS],
    main_modules: [...MAIN_MODULES],
    study_download: 1 as const,
  }
  const offline = reasons({ status: 'Draft', pacs_type: 'Premium' }, contextOf({ isOnline: false }, session))
  for (const kind of ['share', 'ai_send', 'download', 'split', 'delete'])
    expect(offline[kind], kind).toBe('This needs the network')
  for (const kind of ['open', 'preview', 'comments', 'documents', 'assign', 'tags', 'edit_details'])
    expect(offline[kind], kind).toBeUndefined()
})

test('the buttons on a row are a subset of its menu', () => {
  const session = { is_client_admin: 1 as const, modules: [...PERMISSIONS], main_modules: [...MAIN_MODULES] }
  const quick = quickActionsOf(studyRow(1), contextOf({}, session)).map(({ kind }) => kind)
  expect(quick).toEqual(expect.arrayContaining(['open', 'preview', 'images', 'assign']))
  expect(quick.length).toBeLessThan(kinds({}, contextOf({}, session)).length)
})
