import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPORT_QUESTIONS } from '#domain/message/report-code.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { admitQuestion } from '#server/features/report-codes/admit-question.ts'
import { countTry } from '#server/kernel/auth/count-try.ts'
import { openTestDatabase, type TestDatabase } from '#tests/helpers/database/test-database.ts'

const { most, windowMinutes } = REPORT_QUESTIONS
const MINUTE_MS = 60_000
const START = Date.parse('2026-11-21T06:30:00Z')

let db: TestDatabase
let serial = 0
beforeAll(async () => {
  db = await openTestDatabase({ hasDemo: true })
})
afterAll(() => db.close())

interface Question {
  /** Which of two numbers sends the question. */
  who: 0 | 1
  /** Minutes since the previous question. */
  after: number
  /** Another person fails at a sign-in just before; such failures count for a quarter of an hour. */
  isAmongOthers: boolean
}

const questions = fc.array(
  fc.record<Question>({
    who: fc.constantFrom(0, 1),
    after: fc.constantFrom(0, 0, 0, 1, 5, 14, 16),
    isAmongOthers: fc.boolean(),
  }),
  { minLength: 8, maxLength: 40 },
)

const minutesOf = (moments: readonly number[], within: number) =>
  Math.max(0, ...moments.map((from) => moments.filter((at) => at >= from && at < from + within).length))

test('a number gets six replies in a window and eighteen in any hour, regardless of other numbers', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async (asked) => {
      serial += 1
      const answered: number[][] = [[], []]
      const windows: ({ since: number; count: number } | undefined)[] = [undefined, undefined]
      // Later runs use later times, so that the counts of earlier ones have expired.
      let minute = serial * 10_000
      for (const { who, after, isAmongOthers } of asked) {
        minute += after
        const now = new Date(START + minute * MINUTE_MS)
        if (isAmongOthers)
          await db.database.entry((tx) => countTry(tx, [{ key: `other:${serial}`, limit: 5 }], now, 900))
        const from = `91982000${serial}${who}`
        const isAnswered = await db.database.tenant(SANJEEVANI.id, (tx) =>
          admitQuestion(tx, { clientId: SANJEEVANI.id, from, now }),
        )
        const known = windows[who]
        const window = known && minute - known.since < windowMinutes ? known : { since: minute, count: 0 }
        window.count += 1
        windows[who] = window
        expect(isAnswered).toBe(window.count <= most)
        if (isAnswered) answered[who]?.push(minute)
      }
      for (const moments of answered) expect(minutesOf(moments, 60)).toBeLessThanOrEqual(3 * most)
    }),
    { numRuns: 25 },
  )
})
