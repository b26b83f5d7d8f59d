import { expect, test } from 'vitest'
import type { LocalRecords } from '#src/sync/effects/effect.ts'
import { visitPartEffects } from '#src/sync/effects/visit-part-effects.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'

const AUTHOR = { userId: 'u', name: 'Pooja Sawant', at: '2026-11-21T09:00:00.000Z' }
// Effects of these calls read only this from the device.
const DEVICE = {
  findDocumentTag: async (id: string) => ({ id, rev: 1, name: 'Request form' }),
  findFileType: async (id: string) => (id === 'photo' ? 'image/png' : 'application/pdf'),
} as unknown as LocalRecords

const ADD = visitPartEffects['appt/addComment']
const comment = { id: 'c', appt_id: 'visit', type: 'Normal', comment: 'Came early.' } as const

test('a comment appears with its visit at once, with its author', async () => {
  const [patch] = await ADD.patches(comment, DEVICE, AUTHOR)
  expect(patch).toMatchObject({
    type: 'visit_comment',
    id: 'c',
    change: { appt_id: 'visit', comment_by: 'Pooja Sawant', created: AUTHOR.at, is_dr_comment: 0 },
  })
  expect(ADD.record(comment)).toEqual({ type: 'visit_comment', id: 'c' })
})

test.each([
  [1, 0, 1],
  [0, 1, 1],
  [0, 0, 0],
] as const)(
  'with is_doctor %i and is_clinic_doctor %i a comment has is_dr_comment %i',
  async (is_doctor, is_clinic_doctor, is_dr_comment) => {
    setSession(sessionFields({ is_doctor, is_clinic_doctor }))
    try {
      const [patch] = await ADD.patches(comment, DEVICE, AUTHOR)
      expect(patch?.change).toEqual({
        ...comment,
        rev: 0,
        comment_by: 'Pooja Sawant',
        comment_by_id: 'u',
        created: AUTHOR.at,
        is_dr_comment,
      })
    } finally {
      setSession(undefined)
    }
  },
)

test.each([
  ['photo', 1],
  ['form', 0],
])('a document of %s shows whether it is a picture, and its tag', async (file_id, is_image) => {
  const input = { id: 'd', appt_id: 'visit', tag_id: 'tag', file_id }
  expect(visitPartEffects['appt/addDocument'].record(input)).toEqual({ type: 'visit_document', id: 'd' })
  const [patch] = await visitPartEffects['appt/addDocument'].patches(input, DEVICE, AUTHOR)
  expect(patch?.change).toMatchObject({
    tag: 'Request form',
    is_image,
    uploaded_by_id: 'u',
    name: '',
    rev: 0,
  })
})

test('a deleted comment or document is hidden with the visit or with its study', async () => {
  const remove = visitPartEffects['appt/deleteComment']
  for (const [for_study, type] of [
    [0, 'visit_comment'],
    [1, 'comment'],
    [undefined, 'visit_comment'],
  ] as const) {
    const input = { id: 'c', for_study }
    expect(remove.record(input)).toEqual({ type, id: 'c' })
    expect(await remove.patches(input, DEVICE, AUTHOR)).toEqual([
      { type, id: 'c', change: { removed: true } },
    ])
  }
  const [document] = await visitPartEffects['appt/deleteDocument'].patches({ id: 'd' }, DEVICE, AUTHOR)
  expect(document).toEqual({ type: 'visit_document', id: 'd', change: { removed: true } })
})
