import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysToDraw, isDrawn, PEER_DAYS_BACK, PEER_SHARE_MAX, PEER_SHARE_MIN } from '#domain/peer/draw.ts'
import { addDays } from '#domain/time/zones.ts'

const digestOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest('hex')

test.each([0.5, 2, 20])('about %s percent of many studies are drawn, whatever the key is', (share) => {
  for (const key of [randomBytes(32), Buffer.alloc(32)]) {
    const count = 8_000
    const drawn = Array.from({ length: count }, (_, i) => digestOf(key, `study ${i}`)).filter((digest) =>
      isDrawn(digest, share),
    ).length
    const expected = (count * share) / 100
    // Six standard deviations.
    expect(Math.abs(drawn - expected)).toBeLessThan(6 * Math.sqrt(expected))
  }
})

test('a larger share draws everything that a smaller one draws', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.double({ min: 0.5, max: 20, noNaN: true }),
      fc.double({ min: 0.5, max: 20, noNaN: true }),
      (id, one, other) => {
        const digest = digestOf(Buffer.from('key'), id)
        const [small, large] = [Math.min(one, other), Math.max(one, other)]
        return !isDrawn(digest, small) || isDrawn(digest, large)
      },
    ),
  )
})

test('the share is from half a percent to twenty percent, and exact at its edge', () => {
  expect([PEER_SHARE_MIN, PEER_SHARE_MAX]).toEqual([0.5, 20])
  const edge = Math.ceil(0.2 * 16 ** 12)
  const digest = (fraction: number) => `${fraction.toString(16).padStart(12, '0')}${'f'.repeat(52)}`
  expect(isDrawn(digest(edge - 1), 20)).toBe(true)
  expect(isDrawn(digest(edge), 20)).toBe(false)
  expect(isDrawn(digest(16 ** 12 / 2), 50)).toBe(false)
})

test('a share of zero draws nothing and a full share draws all', () => {
  const digest = digestOf(randomBytes(32), randomUUID())
  expect(isDrawn(digest, 0)).toBe(false)
  expect(isDrawn(digest, 100)).toBe(true)
  expect(isDrawn('f'.repeat(64), 99.9)).toBe(false)
  expect(isDrawn('0'.repeat(64), 0.5)).toBe(true)
})

const after = (lastDrawn: string | undefined, switchedOn?: string) =>
  daysToDraw('2026-03-01', { lastDrawn, switchedOn })

test('the first draw covers yesterday; missed days follow, at most a week of them', () => {
  expect(after(undefined)).toEqual(['2026-02-28'])
  expect(after('2026-02-28')).toEqual([])
  expect(after('2026-02-26')).toEqual(['2026-02-27', '2026-02-28'])
  // A clock that was set back draws no day twice.
  expect(after('2026-03-04')).toEqual([])
  const late = after('2025-03-01')
  expect(late).toHaveLength(7)
  expect(late.at(-1)).toBe('2026-02-28')
  expect(late[0]).toBe(addDays('2026-03-01', -PEER_DAYS_BACK))
})

test('days before the feature was switched on are never drawn', () => {
  expect(after(undefined, '2026-03-01')).toEqual([])
  expect(after('2026-02-20', '2026-02-27')).toEqual(['2026-02-27', '2026-02-28'])
  expect(after('2026-02-26', '2026-01-01')).toEqual(['2026-02-27', '2026-02-28'])
})
