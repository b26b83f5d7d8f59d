import { expect, test } from 'vitest'
import { canRevise, REPORT_EDIT_TYPES, takesAddendum } from '#domain/report/edit-type.ts'
import { verdictOnSave } from '#domain/report/revision.ts'
import { addendumContent } from '#domain/report/signed-content.ts'
import { REPORT_STATUSES, SAVE_STATUSES, statusAfterSave } from '#domain/status/report-status.ts'

const text = (report_data: string) => ({ report_data, conclusion: '', recommendation: '' })
const standing = { ...text('<p>Final.</p>'), rev: 4, status: 'Verified' } as const

test('only a signature on a signed report is a revision, and only for a client that revises', () => {
  const revisions = REPORT_EDIT_TYPES.flatMap((type) =>
    REPORT_STATUSES.flatMap((status) =>
      SAVE_STATUSES.filter((asked) => canRevise(type, status, asked)).map((asked) => [type, status, asked]),
    ),
  )
  expect(revisions).toEqual([
    ['UpdateContent', 'Signed', 'Signed'],
    ['UpdateContent', 'Verified', 'Signed'],
  ])
})

test('addenda are for signed reports of clients that append', () => {
  expect(REPORT_STATUSES.filter((status) => takesAddendum('Addendum', status))).toEqual([
    'Signed',
    'Verified',
  ])
  expect(REPORT_STATUSES.filter((status) => takesAddendum('UpdateContent', status))).toEqual([])
})

test.each([
  ['another text on the revision that stands', '<p>New.</p>', 4, 'UpdateContent', 'stored'],
  ['the same text', '<p>Final.</p>', 4, 'UpdateContent', 'signed'],
  ['another text on an older revision', '<p>New.</p>', 3, 'UpdateContent', 'signed'],
  ['another text that names no revision', '<p>New.</p>', undefined, 'UpdateContent', 'signed'],
  ['another text where the client appends', '<p>New.</p>', 4, 'Addendum', 'signed'],
] as const)('a signature of %s', (_, words, baseRev, editType, verdict) => {
  expect(verdictOnSave({ ...text(words), status: 'Signed', baseRev }, standing, editType)).toBe(verdict)
})

test('a revision is Signed, to be verified again', () => {
  expect(statusAfterSave('Verified', 'Signed', true, true)).toBe('Signed')
  expect(statusAfterSave('Verified', 'Signed', true)).toBeUndefined()
  expect(statusAfterSave('Signed', 'Draft', true, true)).toBeUndefined()
})

test('an addendum is bound to the text for which it was written', () => {
  const one = addendumContent({ seen_hash: 'a'.repeat(64), content: '<p>More.</p>' })
  expect(one).not.toBe(addendumContent({ seen_hash: 'b'.repeat(64), content: '<p>More.</p>' }))
  expect(one).toBe(`readroom-addendum-1\n${'a'.repeat(64)}\n12:<p>More.</p>`)
})
