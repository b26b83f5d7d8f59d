import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { viewerOf } from '#src/sync/studies/viewer.ts'
import { inReadingOrder } from '#src/workers/next-study.ts'
import { askAdmin } from '#tests/server/features/look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '#tests/server/features/open-demo.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let server: DemoServer
let page: DemoPage
let mehta: ApiUser
let iyer: ApiUser
let ids: string[]
let tags: string[]

const idOf = (username: string) => DEMO_PEOPLE.find((person) => person.username === username)!.id

beforeAll(async () => {
  server = await openDemo()
  page = await openDemoPage(server, 'dr.mehta')
  mehta = server.apiUserOf(page.session.token)
  iyer = await server.signIn('dr.iyer')
  ids = (await listOf(mehta, 'received')).map(({ id }) => id)
  tags = (await askAdmin<{ id: string }>(server, 'select id from study_tag')).map(({ id }) => id)
})
afterAll(async () => {
  await page.device.stop()
  await server.close()
})

/** Returns all of Dr. Worklist, in pages of the size `ps`. */
async function listOf(desk: ApiUser, sort: string, ps = 1_000): Promise<StudyRow[]> {
  const rows: StudyRow[] = []
  for (let p = 1; ; p += 1) {
    const { body } = await desk.post('study/getList', { flag: 'worklist', sort, p, ps })
    rows.push(...(body.result.data as StudyRow[]))
    if (body.result.data.length < ps) return rows
  }
}

test('the server lists studies in the same order as the device, for any studies', async () => {
  const doctors = [null, null, idOf('dr.mehta'), idOf('dr.iyer')]
  const anyStudy = fc.record({
    status: fc.constantFrom(...REPORT_STATUSES, 'Pending', 'Pending'),
    received: fc.integer({ min: 0, max: 4_000 }).map((n) => new Date(NOW.getTime() - n * 60_007)),
    tat: fc.constantFrom(0, 30, 61, 240, 1_440, 525_600),
    modality: fc.constantFrom('CT', 'MR', 'CT,MR', 'US', ''),
    tag: fc.constantFrom(null, null, ...tags),
    critical: fc.constantFrom(null, null, null, ...tags),
    assigned: fc.constantFrom(...doctors),
    signer: fc.constantFrom(...doctors),
  })
  const some = ids.slice(0, 30)
  const anyStudies = fc.array(anyStudy, { minLength: some.length, maxLength: some.length })
  await fc.assert(
    fc.asyncProperty(anyStudies, fc.nat(6), fc.nat(4), async (studies, busyCount, skipCount) => {
      await askAdmin(server, 'delete from report_writer')
      await askAdmin(server, 'delete from study_skip')
      const columns = (name: keyof (typeof studies)[number]) => studies.map((study) => study[name])
      await askAdmin(
        server,
        `update study s set status = n.status, received_datetime = n.received, tat = n.tat, modality = n.modality,
           tag_id = n.tag, tag_critical_id = n.critical, assigned_doctor_id = n.assigned, signed_by_doctor_id = n.signer
         from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[],
           $9::uuid[]) as n (id, status, received, tat, modality, tag, critical, assigned, signer)
         where s.id = n.id`,
        [
          some,
          columns('status'),
          columns('received'),
          columns('tat'),
          columns('modality'),
          columns('tag'),
          columns('critical'),
          columns('assigned'),
          columns('signer'),
        ],
      )
      const newest = await listOf(mehta, 'received')
      // Read before anybody opens or skips a study, so that refused calls change nothing.
      const skipped: string[] = []
      for (const study_id of some.slice(0, skipCount).reverse()) {
        server.clock.now = new Date(server.clock.now.getTime() + 1)
        const { status } = await mehta.post('study/skip', {
          id: randomUUID(),
          study_id,
          reason: 'poor_images',
        })
        if (status === 200) skipped.push(study_id)
      }
      const busy: string[] = []
      for (const study_id of some.slice(2, 2 + busyCount)) {
        const { status } = await iyer.post('report/writing', { study_id })
        if (status === 200) busy.push(study_id)
      }
      const question = {
        viewer: viewerOf(page.session),
        reader: { canSign: page.session.can_sign === 1, busy, skipped },
        now: server.clock.now.getTime(),
      }
      const expected = inReadingOrder(newest, question).map(({ id }) => id)
      expect((await listOf(mehta, 'reading', 50)).map(({ id }) => id)).toEqual(expected)
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('a study skipped in an earlier session, or open by the reader, is in its usual position', async () => {
  await askAdmin(server, 'delete from report_writer')
  await askAdmin(server, 'delete from study_skip')
  await askAdmin(
    server,
    "update study set status = 'Pending', tag_critical_id = null, received_datetime = $1",
    [NOW],
  )
  const before = (await listOf(mehta, 'reading')).map(({ id }) => id)
  const [first, second] = before
  await mehta.post('report/writing', { study_id: first })
  await mehta.post('study/skip', { id: randomUUID(), study_id: second, reason: 'poor_images' })
  const now = (await listOf(mehta, 'reading')).map(({ id }) => id)
  expect([now[0], now[1] === second]).toEqual([first, false])
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  const later = await server.signIn('dr.mehta')
  expect((await listOf(later, 'reading')).map(({ id }) => id).slice(0, 2)).toEqual([first, second])
})
