import { expect, test } from 'vitest'
import type { StudyTagItem } from '#contract/calls/directory.ts'
import type { QueueInput } from '#contract/registry.ts'
import { commentEffects } from '#src/sync/effects/comment-effects.ts'
import { criticalEffects } from '#src/sync/effects/critical-effects.ts'
import { documentEffects } from '#src/sync/effects/document-effects.ts'
import { followUpEffects } from '#src/sync/effects/follow-up-effects.ts'
import { skipEffects } from '#src/sync/effects/skip-effects.ts'
import { studyEditEffects } from '#src/sync/effects/study-edit-effects.ts'
import { tagEffects } from '#src/sync/effects/tag-effects.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { AUTHOR, localWith } from './local-with.ts'

test('a comment appears at once, and says whether a doctor wrote it', async () => {
  const { patches, record } = commentEffects.addStudyComment
  const input = { id: 'c', study_id: 's', comment: 'Seen.', type: 'Normal' } as const
  const change = {
    ...input,
    rev: 0,
    comment_by: 'Pooja Sawant',
    comment_by_id: 'u',
    created: AUTHOR.at,
    is_dr_comment: 0,
  }
  expect(await patches(input, localWith(), AUTHOR)).toEqual([{ type: 'comment', id: 'c', change }])
  setSession(sessionFields())
  try {
    const [patch] = await patches(input, localWith(), AUTHOR)
    expect(patch?.change).toEqual({ ...change, is_dr_comment: 1 })
  } finally {
    setSession(undefined)
  }
  expect(record(input)).toEqual({ type: 'comment', id: 'c' })
})

test('a deleted comment and a deleted document are no longer shown', async () => {
  const input = { id: 'x', study_id: 's' }
  const change = { removed: true }
  expect(await commentEffects.deleteStudyComment.patches(input, localWith(), AUTHOR)).toEqual([
    { type: 'comment', id: 'x', change },
  ])
  expect(await documentEffects.deleteStudyDocument.patches(input, localWith(), AUTHOR)).toEqual([
    { type: 'document', id: 'x', change },
  ])
  expect(commentEffects.deleteStudyComment.record(input)).toEqual({ type: 'comment', id: 'x' })
  expect(documentEffects.deleteStudyDocument.record(input)).toEqual({ type: 'document', id: 'x' })
})

test.each([
  ['image/png', 1],
  ['application/pdf', 0],
  [undefined, 0],
] as const)(
  'a document of the type %s shows its tag and uploader, and whether it is a picture',
  async (type, is_image) => {
    const local = localWith({
      findFileType: async () => type,
      findDocumentTag: async (id) => ({ id, rev: 1, name: 'Request form' }),
    })
    const input = { id: 'd', study_id: 's', tag_id: 'tag', file_id: 'f', name: 'scan.pdf' }
    expect(await documentEffects.addStudyDocument.patches(input, local, AUTHOR)).toEqual([
      {
        type: 'document',
        id: 'd',
        change: {
          ...input,
          rev: 0,
          tag: 'Request form',
          is_image,
          uploaded_by: 'Pooja Sawant',
          uploaded_by_id: 'u',
          created: AUTHOR.at,
        },
      },
    ])
  },
)

const TAGS = [
  { id: 't1', rev: 1, name: 'Urgent', color: '#f00', type: 'Normal' },
  { id: 't2', rev: 1, name: 'Urgent', color: '#00f', type: 'Critical' },
  { id: 't3', rev: 1, name: 'Stroke', color: '#0f0', type: 'Critical' },
] as StudyTagItem[]

test('a tag shows its name and colour; no tag removes both', async () => {
  const { patches, record } = tagEffects['study/assignTag']
  const local = localWith({ findTags: async () => TAGS })
  const changeWith = async (tag_id: string | null) =>
    (await patches({ study_id: 's', tag_id }, local, AUTHOR)).map(({ change }) => change)
  expect(await changeWith('t1')).toEqual([{ tag_id: 't1', tag: 'Urgent', tag_color: '#f00' }])
  expect(await changeWith(null)).toEqual([{ tag_id: null, tag: '', tag_color: '' }])
  expect(record({ study_id: 's', tag_id: null })).toEqual({ type: 'study', id: 's' })
})

test('a critical tag opens its record for the study’s doctor, and a normal tag of that name does not', async () => {
  const { patches } = tagEffects['study/assignCriticalTag']
  const local = localWith({
    findTags: async () => TAGS,
    findStudy: async (id) => studyRowOf({ id, assigned_doctor_id: 'nair' }),
  })
  const input = {
    study_id: 's',
    tag_name: 'Urgent',
    critical_id: 'c',
  } as QueueInput<'study/assignCriticalTag'>
  const [study, opened, ...more] = await patches(input, local, AUTHOR)
  expect(study).toEqual({
    type: 'study',
    id: 's',
    change: { tag_critical_id: 't2', tag_critical: 'Urgent', tag_color_critical: '#00f' },
  })
  expect(opened).toMatchObject({
    type: 'critical',
    id: 'c',
    change: {
      tag_id: 't2',
      opened_by: 'Pooja Sawant',
      opened_on: AUTHOR.at,
      doctor_id: 'nair',
      rev: 0,
      read_back: 0,
      told_on: null,
      closed_on: null,
    },
  })
  expect(more).toEqual([])
  const [, own] = await patches(input, localWith({ findTags: async () => TAGS }), AUTHOR)
  expect(own?.change).toMatchObject({ doctor_id: 'u' })
})

test('a critical tag that is removed, unknown here or without its own record opens none', async () => {
  const { patches } = tagEffects['study/assignCriticalTag']
  const local = localWith({ findTags: async () => TAGS })
  const changes = async (input: Partial<QueueInput<'study/assignCriticalTag'>>) =>
    (await patches({ study_id: 's', tag_name: '', ...input }, local, AUTHOR)).map(({ type, change }) => [
      type,
      change,
    ])
  const none = { tag_critical_id: null, tag_critical: '', tag_color_critical: '' }
  expect(await changes({})).toEqual([['study', none]])
  expect(await changes({ tag_name: 'Unknown', critical_id: 'c' })).toEqual([['study', none]])
  expect(await changes({ tag_name: 'Stroke' })).toEqual([
    ['study', { tag_critical_id: 't3', tag_critical: 'Stroke', tag_color_critical: '#0f0' }],
  ])
})

test('who was told of a critical result is shown at once; only a closed one has a closer', async () => {
  const { patches, record } = criticalEffects['study/saveCritical']
  const told = {
    told_to: 'Sister Rosa',
    told_how: 'Phone',
    told_on: AUTHOR.at,
    read_back: 1,
    note: 'Understood',
  } as const
  const changeWith = async (is_closed: 0 | 1) => {
    const input = { id: 'c', study_id: 's', ...told, is_closed } as QueueInput<'study/saveCritical'>
    expect(record(input)).toEqual({ type: 'critical', id: 'c' })
    return (await patches(input, localWith(), AUTHOR)).map(({ change }) => change)
  }
  expect(await changeWith(0)).toEqual([told])
  expect(await changeWith(1)).toEqual([{ ...told, closed_by: 'Pooja Sawant', closed_on: AUTHOR.at }])
})

test('corrected fields of a study are shown at once', async () => {
  const { patches, record } = studyEditEffects['study/updatePatientDtl']
  const input = { study_id: 's', fields: { pat_name: 'Asha Rao' } } as QueueInput<'study/updatePatientDtl'>
  expect(await patches(input, localWith(), AUTHOR)).toEqual([
    { type: 'study', id: 's', change: { pat_name: 'Asha Rao' } },
  ])
  expect(record(input)).toEqual({ type: 'study', id: 's' })
})

test('a follow-up and a skip change no copy on the device and are never replaced by a later one', async () => {
  const followUp = followUpEffects['study/setFollowUp']
  const skip = skipEffects['study/skip']
  const input = { study_id: 's' }
  expect(await followUp.patches(input as QueueInput<'study/setFollowUp'>, localWith(), AUTHOR)).toEqual([])
  expect(await skip.patches(input as QueueInput<'study/skip'>, localWith(), AUTHOR)).toEqual([])
  expect(followUp.record(input as QueueInput<'study/setFollowUp'>)).toEqual({ type: 'study', id: 's' })
  expect(skip.isAuto(input as QueueInput<'study/skip'>)).toBe(false)
})
