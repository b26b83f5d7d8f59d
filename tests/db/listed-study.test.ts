import { expect, test } from 'vitest'
import { showStudy } from '#src/db/listed-study.ts'
import { aStudy } from '#tests/sync/support/rows.ts'

const change = (body: Record<string, unknown>, ackedRev?: number) => ({ ackedRev, body })
const copy = aStudy({ status: 'Draft', rev: 3 })

test('a study signed or verified only on this device says so', () => {
  for (const status of ['Signed', 'Verified'] as const)
    expect(showStudy(copy, [change({ status })])).toMatchObject({ status, onDevice: true, isUnfiled: true })
})

test('another change of a signed study, or a draft, is no waiting signature', () => {
  const signed = { ...copy, status: 'Signed' as const }
  expect(showStudy(signed, [change({ tag: 'urgent' })])).not.toHaveProperty('isUnfiled')
  expect(showStudy(copy, [change({ status: 'Draft' })])).not.toHaveProperty('isUnfiled')
})

test('a change already in the copy no longer waits', () => {
  const signed = { ...copy, status: 'Signed' as const }
  expect(showStudy(signed, [change({ status: 'Signed' }, 3)])).toBe(signed)
  expect(showStudy(copy)).toBe(copy)
})
