import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { skipCalls } from '#contract/calls/skips.ts'
import { ASSIGNED_TYPES, STUDY_MODES, type StudyListInput, studyCalls } from '#contract/calls/studies.ts'
import { writerCalls } from '#contract/calls/writers.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { DATE_BASES } from '#domain/study/lists/date-basis.ts'
import { DUE_FILTERS } from '#domain/study/lists/due.ts'
import { holdsList } from '#domain/study/lists/listable-studies.ts'
import { STUDY_SORTS } from '#domain/study/lists/sort-studies.ts'
import { ApiError } from '#src/sync/api/errors.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { findFirstRows } from '#src/sync/studies/first-page.ts'
import { viewerOf } from '#src/sync/studies/viewer.ts'
import type { Reader } from '#src/workers/next-study.ts'
import { WorklistWindow } from '#src/workers/worklist-window.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

const ZONE = 'Asia/Kolkata'
let demo: DemoServer
const pages: DemoPage[] = []

beforeAll(async () => {
  demo = await openDemo()
})
afterAll(async () => {
  await Promise.all(pages.map(({ device }) => device.stop()))
  await demo.close()
})

/** Filters of all kinds, with values that occur in the demo and values that do not. */
const filters = (page: { doctors: string[]; branches: string[]; tags: string[]; words: string[] }) => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })
  const word = fc.constantFrom(...page.words)
  const part = word.chain((text) =>
    fc
      .tuple(fc.nat(Math.max(0, text.length - 2)), fc.integer({ min: 1, max: 6 }))
      .map(([at, n]) => text.slice(at, at + n)),
  )
  const day = fc
    .integer({ min: 0, max: 40 })
    .map((n) => new Date(Date.UTC(2026, 10, 21 - n)).toISOString().slice(0, 10))
  const tags = fc.subarray(page.tags, { minLength: 1 }).map((ids) => ids.join(','))
  return fc.record({
    p: fc.integer({ min: 1, max: 3 }),
    ps: fc.constantFrom(10, 20, 50),
    sort: maybe(fc.constantFrom(...STUDY_SORTS)),
    flag: fc.constantFrom(...STUDY_MODES),
    assigned_type: fc.constantFrom(...ASSIGNED_TYPES),
    assigned_doctor_id: maybe(fc.constantFrom(...page.doctors)),
    status: maybe(fc.constantFrom(...REPORT_STATUSES)),
    branch_id: maybe(fc.constantFrom(...page.branches)),
    modality: maybe(fc.constantFrom('ALL', 'CT', 'MR', 'US', 'XX')),
    from_date: maybe(day),
    to_date: maybe(day),
    date_col: maybe(fc.constantFrom(...DATE_BASES)),
    due: maybe(fc.constantFrom(...DUE_FILTERS)),
    report_by_ids: maybe(fc.subarray(page.doctors, { minLength: 1 }).map((ids) => ids.join(','))),
    tag_ids: maybe(tags),
    tag_ids_critical: maybe(tags),
    k: maybe(part),
    pat_name: maybe(part),
    accession_no: maybe(part),
  })
}

/**
 * Skips two studies and lets another doctor open two, if the person may; returns what a device of the person
 * knows of it.
 */
async function leaveForLater({ session, call }: DemoPage, username: string): Promise<Reader> {
  const canSign = session.can_sign === 1
  if (session.is_doctor !== 1) return { canSign, busy: [], skipped: [] }
  const unsigned = { flag: 'worklist', assigned_type: 'Any', status: 'Pending', p: 1, ps: 50 } as const
  const { result } = await call(studyCalls.getList, unsigned)
  const skipped = result.data.slice(0, 2).map(({ id }) => id)
  for (const study_id of [...skipped].reverse()) {
    demo.clock.now = new Date(demo.clock.now.getTime() + 1_000)
    await call(skipCalls.skipStudy, { id: randomUUID(), study_id, reason: 'poor_images' })
  }
  const other = await demo.signIn(username === 'dr.mehta' ? 'dr.iyer' : 'dr.mehta')
  for (const { id } of result.data.slice(2)) await other.post('report/writing', { study_id: id })
  const { result: writers } = await call(writerCalls.writers, {})
  const others = writers.filter(({ user_id }) => user_id !== session.user_id)
  expect(skipped).toHaveLength(2)
  return { canSign, busy: others.map(({ study_id }) => study_id), skipped: [...skipped].reverse() }
}

test.each(['dr.mehta', 'dr.iyer', 'admin.sanjeevani', 'reception.andheri'])(
  'for %s the device finds the same studies in the same order as the server, with any filter',
  async (username) => {
    const page = await openDemoPage(demo, username)
    pages.push(page)
    const { databases, call } = page
    await until(async () => (await readCacheState(databases.cache)).isComplete, 'the first pull')
    const copies = await databases.studies.openAll(await databases.cache.studies.toArray())
    const window = new WorklistWindow()
    window.put(copies.map(({ body }) => body))
    const viewer = viewerOf(page.session)
    const keys = (table: 'doctors' | 'branches' | 'tags') =>
      databases[table].table.toCollection().primaryKeys()
    const tagIds = await keys('tags')
    const arbitrary = filters({
      doctors: await keys('doctors'),
      branches: await keys('branches'),
      tags: tagIds,
      words: copies
        .slice(0, 40)
        .flatMap(({ body }) => [body.pat_name, body.accession_no, body.study_desc, 'zzz', '%', 'a_']),
    })
    const reader = await leaveForLater(page, username)
    const agree = async (input: StudyListInput) => {
      if (!holdsList(viewer, input.flag)) return
      const question = { input, viewer, zone: ZONE, reader, now: demo.clock.now.getTime() }
      const own = window.answer(question)
      const server = await call(studyCalls.getList, input).catch((error: unknown) => error)
      if (server instanceof ApiError) {
        expect([server.code, own.matching]).toEqual(['not_permitted', 0])
        return
      }
      const { result } = server as Awaited<ReturnType<typeof call<typeof studyCalls.getList>>>
      expect(own.rows.map(({ id }) => id)).toEqual(result.data.map(({ id }) => id))
      expect(own.matching).toBe(result.page.total_records)
      const first = await findFirstRows(databases, question)
      expect(first.map(({ id }) => id)).toEqual(result.data.map(({ id }) => id))
    }
    // Searches each tag once as a critical one: a random run may miss the tags that studies have.
    for (const id of tagIds)
      await agree({ p: 1, ps: 10, flag: 'archives', assigned_type: 'Any', tag_ids_critical: id })
    await fc.assert(
      fc.asyncProperty(arbitrary, (given) =>
        agree(
          Object.fromEntries(
            Object.entries(given).filter(([, value]) => value !== undefined),
          ) as StudyListInput,
        ),
      ),
      { numRuns: 60 },
    )
  },
  120_000,
)
