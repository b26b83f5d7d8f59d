import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_RECORDS, recordHash, SUM_MODULUS, sumOf, withRecord } from '#domain/sync/checksum.ts'
import { dayOf } from '#domain/sync/day.ts'

const revision = fc.record({ id: fc.uuid(), rev: fc.integer({ min: 0, max: 2 ** 31 - 1 }) })
const revisions = fc.uniqueArray(revision, { selector: ({ id }) => id, maxLength: 40 })

test('a hash is a whole number below 2^48, and stable', () => {
  fc.assert(
    fc.property(revision, ({ id, rev }) => {
      const hash = recordHash(id, rev)
      expect(Number.isSafeInteger(hash)).toBe(true)
      expect(hash).toBeGreaterThanOrEqual(0)
      expect(hash).toBeLessThan(SUM_MODULUS)
      expect(recordHash(id, rev)).toBe(hash)
    }),
  )
})

test('device and server of different builds agree: the hash is fixed for ever', () => {
  expect(recordHash('01970000-0000-7000-8000-0000000000c1', 1)).toBe(242731483446930)
})

test('the order of the records does not matter', () => {
  fc.assert(
    fc.property(
      revisions.chain((rows) =>
        fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
      ),
      ([rows, shuffled]) => {
        expect(sumOf(shuffled)).toEqual(sumOf(rows))
      },
    ),
  )
})

test('a sum stays below 2^48 and exact, however many records', () => {
  fc.assert(
    fc.property(revisions, (rows) => {
      const exact = rows.reduce(
        (sum, { id, rev }) => (sum + BigInt(recordHash(id, rev))) % BigInt(SUM_MODULUS),
        0n,
      )
      expect(sumOf(rows)).toEqual({ count: rows.length, sum: Number(exact) })
    }),
  )
})

test('one record missing, added or at another revision changes the sum', () => {
  fc.assert(
    fc.property(revisions, revision, fc.integer({ min: 1, max: 1000 }), (rows, { id, rev }, step) => {
      const before = sumOf(rows)
      expect(withRecord(before, id, rev)).not.toEqual(before)
      expect(withRecord(before, id, rev).sum).not.toBe(withRecord(before, id, rev + step).sum)
    }),
  )
})

test('among 200,000 records of neighbouring ids and revisions no two have the same hash', () => {
  const seen = new Set<number>()
  for (let n = 0; n < 50_000; n += 1) {
    const id = `01970000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
    for (let rev = 1; rev <= 4; rev += 1) seen.add(recordHash(id, rev))
  }
  expect(seen.size).toBe(200_000)
})

test('copies are grouped by the day in UTC', () => {
  expect(dayOf(Date.parse('2026-11-24T23:59:59.999Z'))).toBe('2026-11-24')
  expect(dayOf(Date.parse('2026-11-25T01:00:00+05:30'))).toBe('2026-11-24')
})

test('a sum that passes 2^48 wraps around', () => {
  const one = recordHash('a', 1)
  expect(withRecord({ count: 1, sum: SUM_MODULUS - 1 }, 'a', 1)).toEqual({ count: 2, sum: one - 1 })
  expect(SUM_MODULUS).toBe(281_474_976_710_656)
})

test('the sum of no records is zero', () => {
  expect(sumOf([])).toEqual(NO_RECORDS)
})
