import { expect, test } from 'vitest'
import { type AnyRecord, KEPT_WHOLE, SYNCED_RECORDS } from '#contract/records/records.ts'

const all: readonly AnyRecord[] = SYNCED_RECORDS
const twice = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i)

test('no two records share a type, a table of the device or a name in answers', () => {
  expect(twice(all.map(({ type }) => type))).toEqual([])
  expect(twice(all.map(({ copies }) => copies.table))).toEqual([])
  expect(twice(all.flatMap(({ answer }) => answer ?? []))).toEqual([])
})

test('each record is a part, has days, or is kept whole', () => {
  const kindOf = (record: AnyRecord) =>
    KEPT_WHOLE.includes(record) ? 'whole' : 'parent' in record ? `part of ${record.parent}` : 'days'
  const kinds = Map.groupBy(all, kindOf)
  expect(
    Object.fromEntries([...kinds].map(([kind, records]) => [kind, records.map(({ type }) => type)])),
  ).toEqual({
    whole: ['branch', 'doctor', 'tag', 'template', 'shortcut', 'document_tag', 'master', 'person'],
    days: ['patient', 'study', 'report', 'booking_request', 'visit', 'notification'],
    'part of study': ['comment', 'document', 'critical', 'booklet', 'addendum'],
    'part of visit': [
      'consent',
      'visit_comment',
      'visit_document',
      'treatment',
      'prescription',
      'receipt',
      'refund',
    ],
  })
})

test('the clear fields of a copy are what its indexes name', () => {
  const parts = { study_id: 's', appt_id: 'v' }
  const times = { received_datetime: NOW, start_dt: NOW, touched: NOW, created: NOW }
  const body = {
    ...parts,
    ...times,
    branch_id: 'b',
    patient_id: 'p',
    status: 1,
    modality: 'CT',
    kind: 'service',
  }
  for (const { type, copies } of all) {
    const clear = Object.keys((copies.clear as ((from: object) => object) | undefined)?.(body) ?? {})
    const named = (copies.indexes ?? []).flatMap((index) => index.replaceAll(/[[\]]/g, '').split('+'))
    expect(
      named.filter((field) => !clear.includes(field)),
      type,
    ).toEqual([])
  }
})

const NOW = '2026-11-29T10:00:00.000Z'
