import { expect, test } from 'vitest'
import { REPORT_STATUS_TABLE } from '#domain/status/report-status.ts'
import { draftOf, draftRow, saveInput } from '#src/sync/reports/draft.ts'
import { inOrder } from '#src/sync/reports/in-order.ts'
import { isPeerText, peerKindOf, peerReadingOf, peerRowId } from '#src/sync/reports/peer-text.ts'
import { findConflictRow, findTheirs } from '#src/sync/reports/settle-conflict.ts'
import { isWhole } from '#src/sync/reports/text-here.ts'
import { addendumLabel, numberLabel, peerTextLabel, saveLabel } from '#src/sync/reports/words.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { aDraft, aReport } from '../support/rows.ts'

test('a change in the queue names its report, with its name if it has one', () => {
  const report = { report_no: 2, report_name: 'Chest CT' }
  expect(saveLabel(report, 'Auto')).toBe('Save report 2 "Chest CT"')
  expect(saveLabel(report, 'Signed')).toBe('Sign report 2 "Chest CT"')
  expect(saveLabel(report, 'Draft')).toBe(`Save report 2 "Chest CT" as ${REPORT_STATUS_TABLE.Draft.label}`)
  expect(saveLabel({ report_no: 1, report_name: '' }, 'Auto')).toBe('Save report 1')
  expect(addendumLabel(report)).toBe('Addendum to report 2 "Chest CT"')
  expect(numberLabel(3)).toBe('Set number of reports to 3')
  expect([peerTextLabel('reading', 'CT'), peerTextLabel('answer', 'CT')]).toEqual([
    'Second reading of "CT"',
    'Answer to the learning point about "CT"',
  ])
})

test('a draft comes back as it was stored', () => {
  const draft = aDraft('text', { base_rev: 3, report_no: 2, is_autosave_off: true })
  const row = draftRow(draft, 'me')
  expect(row).toMatchObject({ rev: 0, command: undefined, isSaved: false, writer: 'me', baseRev: 3 })
  expect(draftOf(row)).toEqual(draft)
})

test('a save carries the text, and warnings and a touch only if there are any', () => {
  const draft = aDraft('text')
  const { report_id: id, study_id, report_data } = draft
  const plain = saveInput(draft, 'Draft')
  expect(plain).toEqual({
    id,
    study_id,
    report_no: 1,
    is_main: 1,
    report_name: '',
    report_data,
    conclusion: '',
    recommendation: '',
    status: 'Draft',
  })
  expect(saveInput({ ...draft, report_no: 2 }, 'Draft').is_main).toBe(0)
  const touch = { credential_id: 'x' } as unknown as NonNullable<Parameters<typeof saveInput>[3]>
  expect(saveInput(draft, 'Signed', ['sides'], touch)).toEqual({
    ...plain,
    status: 'Signed',
    signed_over: ['sides'],
    touch,
  })
})

test('writes of one report run one after another, and a failure stops none of them', async () => {
  const done: string[] = []
  const slow = Promise.withResolvers<void>()
  const first = inOrder('a', async () => {
    await slow.promise
    done.push('first')
    throw new Error('x')
  })
  const second = inOrder('a', async () => void done.push('second'))
  await inOrder('b', async () => void done.push('other'))
  expect(done).toEqual(['other'])
  slow.resolve()
  await expect(first).rejects.toThrow('x')
  await second
  expect(done).toEqual(['other', 'first', 'second'])
  expect(await inOrder('a', async () => 'third')).toBe('third')
})

test('a text of peer learning is distinguished from a report’s, with its kind and reading', () => {
  for (const kind of ['reading', 'answer'] as const) {
    const row = { id: peerRowId({ kind, id: 'r1' }) }
    expect([isPeerText(row), peerKindOf(row), peerReadingOf(row)]).toEqual([true, kind, 'r1'])
  }
  expect(isPeerText({ id: 'report' })).toBe(false)
})

test('a study with text is complete only with a report', () => {
  expect([
    isWhole({ status: 'Pending' }, []),
    isWhole({ status: 'Draft' }, []),
    isWhole({ status: 'Draft' }, [1]),
  ]).toEqual([true, false, true])
})

test('the save in conflict is the refused one with that reason, and the server’s text is in its refusal', () => {
  const lastError = { kind: 'refused', status: 409, code: 'conflict', at: 1 } as const
  const [waiting, other, refused] = [
    outboxRow(1, { lastError }),
    outboxRow(2, { state: 'parked', lastError: { ...lastError, code: 'not_permitted' } }),
    outboxRow(3, { state: 'parked', lastError }),
  ]
  expect(findConflictRow([waiting, other, refused])).toBe(refused)
  expect(findConflictRow([waiting, other, outboxRow(4, { state: 'parked' })])).toBeUndefined()
  const report = aReport()
  const { e: _, ...clear } = refused
  const commandWith = (current: object) => ({
    ...clear,
    body: { input: {}, label: '', refusal: { code: 'conflict' as const, message: '', current } },
  })
  expect(findTheirs(commandWith(report))).toEqual(report)
  expect(findTheirs(commandWith({ id: 'x' }))).toBeUndefined()
})
