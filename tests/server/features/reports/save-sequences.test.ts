import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSigned, SAVE_STATUSES } from '#domain/status/report-status.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { detail, history, putStudy, reportOf, save } from './report-fixture.ts'

let server: DemoServer
let doctors: ApiUser[]

beforeAll(async () => {
  server = await openDemo()
  doctors = [await server.signIn('dr.iyer'), await server.signIn('dr.mehta')]
})
afterAll(() => server.close())

const step = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  status: fc.constantFrom(...SAVE_STATUSES),
  text: fc.constantFrom('', '<p>One.</p>', '<p>Two.</p>', '<p>Three.</p>'),
  isStale: fc.boolean(),
})

test('after any sequence of saves nothing is overwritten unseen, signed text stays, and the history ends with the report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), async (steps) => {
      const study = await putStudy(server, { writer: 'dr.iyer' })
      for (const { who, status, text, isStale } of steps) {
        const desk = doctors[who] as ApiUser
        const before = await reportOf(desk, study)
        const base = before && isStale ? before.rev - 1 : before?.rev
        const answer = await save(desk, study, { status, text, base })
        const after = await reportOf(desk, study)
        expect(answer.status).toBeLessThan(500)
        if (answer.status !== 200) expect(after).toEqual(before)
        if (before && isSigned(before.status)) expect(after).toEqual(before)
        if (answer.status === 200) expect(answer.body.result.report).toEqual(after)
        if (before && after) expect([before.rev, before.rev + 1]).toContain(after.rev)
        expect((await detail(desk, study)).study.status).toBe(after?.status ?? 'Pending')
        if (after)
          expect((await history(desk, study)).at(-1)).toMatchObject({
            status: after.status,
            report_data: after.report_data,
          })
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
