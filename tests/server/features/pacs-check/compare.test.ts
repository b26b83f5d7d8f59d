import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT } from '../pacs/pacs-fixture.ts'
import { type CheckFixture, dayOf, daysAgo, openCheckFixture, studyHeader } from './check-fixture.ts'

let desk: CheckFixture
beforeAll(async () => {
  desk = await openCheckFixture()
})
afterAll(() => desk?.close())

const fill = (holds: Map<string, object>, name: string, count: number, more = {}) => {
  for (let at = 0; at < count; at++)
    holds.set(
      `${name}.${at}`,
      studyHeader(`${name}.${at}`, { pat_id: `P${at}`, pat_name: `N${at}`, ...more }),
    )
}

test('studies missing here are counted by day and AE title, named and fetched as new ones', async () => {
  const { id, holds, server } = await desk.openArchive({ cap: 12 })
  fill(holds, '1.41.1', 30)
  holds.set('1.41.2', studyHeader('1.41.2', { aet: 'MR1' }))
  holds.set('1.41.3', studyHeader('1.41.3', { day: daysAgo(3) }))
  // Outside the compared days.
  holds.set('1.41.4', studyHeader('1.41.4', { day: daysAgo(40) }))
  await desk.check(id)
  expect(await desk.run(id)).toMatchObject({ state: 'ok', words: '', todo: [] })
  const none = { missing_there: 0, changed_there: 0, deleted_here: 0, count_here: 0 }
  expect(await desk.days(id)).toEqual([
    { ...none, day: dayOf(daysAgo(1)), aet: 'CT1', count_there: 30, missing_here: 30 },
    { ...none, day: dayOf(daysAgo(1)), aet: 'MR1', count_there: 1, missing_here: 1 },
    { ...none, day: dayOf(daysAgo(3)), aet: 'CT1', count_there: 1, missing_here: 1 },
  ])
  expect(await desk.studyOf('1.41.1.29')).toMatchObject({ pat_id: 'P29', pacs_id: id, src_aet: 'CT1' })
  const gaps = await desk.gaps(id)
  expect(gaps).toHaveLength(32)
  expect(gaps.every(({ closed_on }) => closed_on !== null)).toBe(true)
  // At least fifteen days were queried, each up to its empty page.
  expect(server.asked.filter((path) => path.includes('/studies?')).length).toBeLessThan(60)

  await desk.check(id)
  expect(await desk.days(id)).toMatchObject([
    { count_there: 30, count_here: 30, missing_here: 0 },
    { count_there: 1, count_here: 1, missing_here: 0 },
    { count_there: 1, count_here: 1, missing_here: 0 },
  ])
  expect((await desk.studies()).filter((study) => study.study_iuid.startsWith('1.41.'))).toHaveLength(32)
})

test('a study deleted there is marked and never removed; the mark is removed when it is back', async () => {
  const { id, holds } = await desk.openArchive()
  fill(holds, '1.42.1', 3)
  await desk.check(id)
  const before = await desk.studyOf('1.42.1.0')
  const gone = holds.get('1.42.1.0')
  holds.delete('1.42.1.0')
  await desk.check(id)
  const marked = await desk.studyOf('1.42.1.0')
  expect(marked.missing_at_source_since).not.toBeNull()
  expect({ ...marked, missing_at_source_since: null, rev: before.rev }).toEqual(before)
  expect((await desk.studyOf('1.42.1.1')).missing_at_source_since).toBeNull()
  expect(await desk.days(id)).toMatchObject([{ count_there: 2, count_here: 3, missing_there: 1 }])
  // The change is in the feed of devices.
  const feed = await desk.server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('change_feed').select('rev').where('id', '=', marked.id).execute(),
  )
  expect(feed.map(({ rev }) => rev)).toContain(marked.rev)

  // The first day is kept; it does not change each day.
  await desk.check(id)
  expect(await desk.studyOf('1.42.1.0')).toEqual(marked)

  holds.set('1.42.1.0', gone ?? {})
  await desk.check(id)
  expect((await desk.studyOf('1.42.1.0')).missing_at_source_since).toBeNull()
  expect(await desk.days(id)).toMatchObject([{ count_there: 3, count_here: 3, missing_there: 0 }])
  expect((await desk.gaps(id)).filter(({ closed_on }) => closed_on === null)).toEqual([])
})

test('the poller removes a mark as soon as the study is in the list again', async () => {
  const { id, holds } = await desk.openArchive()
  fill(holds, '1.43.1', 2)
  await desk.check(id)
  const polling = desk.startPolling()
  try {
    await expect.poll(async () => (await desk.pacs(id)).state, { timeout: 10_000 }).toBe('ok')
    await desk.server.db.database.tenant(CLIENT, (tx) =>
      tx
        .updateTable('study')
        .set({ missing_at_source_since: new Date() })
        .where('study_iuid', '=', '1.43.1.0')
        .execute(),
    )
    await expect
      .poll(async () => (await desk.studyOf('1.43.1.0')).missing_at_source_since, { timeout: 10_000 })
      .toBeNull()
  } finally {
    await polling.stop()
  }
})

const ANSWERS_OF_NOTHING = [
  'broken',
  'cut',
  'html',
  'wrongJson',
  'refused',
  'busy',
  'resting',
  'noService',
] as const

test.each(ANSWERS_OF_NOTHING)('an invalid response (%s) marks nothing as deleted', async (fault) => {
  const name = `1.44.${ANSWERS_OF_NOTHING.indexOf(fault)}`
  const { id, holds, breaks } = await desk.openArchive()
  fill(holds, name, 3)
  await desk.check(id)
  breaks(fault)
  await desk.check(id)
  const run = await desk.run(id)
  expect(run.state).toBe('failed')
  expect(run.words).toMatch(/Nothing was marked/)
  expect(run.todo.length).toBeGreaterThan(10)
  for (const at of [0, 1, 2]) expect((await desk.studyOf(`${name}.${at}`)).missing_at_source_since).toBeNull()
  expect(await desk.days(id)).toMatchObject([{ count_there: 3, missing_here: 3, missing_there: 0 }])
  // The next run continues where this one stopped.
  breaks(undefined)
  await desk.check(id, { isResumed: true })
  expect(await desk.run(id)).toMatchObject({ state: 'ok', words: '', todo: [] })
})

test('a server that fails in the middle of the days continues there, and marks deleted studies only at the end', async () => {
  const { id, holds, server, breaks } = await desk.openArchive()
  fill(holds, '1.45.1', 2)
  fill(holds, '1.45.2', 2, { day: daysAgo(5) })
  await desk.check(id)
  holds.delete('1.45.1.0')
  breaks('broken', 7)
  await desk.check(id)
  const run = await desk.run(id)
  expect(run.state).toBe('failed')
  expect(run.todo.length).toBeGreaterThan(0)
  expect(run.todo.length).toBeLessThan(15)
  expect((await desk.studyOf('1.45.1.0')).missing_at_source_since).toBeNull()
  breaks(undefined)
  const before = server.asked.length
  await desk.check(id, { isResumed: true })
  expect(await desk.run(id)).toMatchObject({ state: 'ok', todo: [] })
  // Only the remaining days.
  expect(server.asked.length - before).toBeLessThanOrEqual(run.todo.length * 2 + 2)
  expect((await desk.studyOf('1.45.1.0')).missing_at_source_since).not.toBeNull()
})

test('an empty response of an archive is not trusted until a person confirms it', async () => {
  const { id, holds, breaks } = await desk.openArchive()
  fill(holds, '1.46.1', 3)
  await desk.check(id)
  breaks('empty')
  await desk.check(id)
  const run = await desk.run(id)
  expect(run.state).toBe('unsure')
  expect(run.words).toMatch(/^3 of 3 studies seem to be gone/)
  expect((await desk.studyOf('1.46.1.0')).missing_at_source_since).toBeNull()
  await desk.check(id, { isConfirmed: true })
  expect(await desk.run(id)).toMatchObject({ state: 'ok' })
  expect((await desk.studyOf('1.46.1.0')).missing_at_source_since).not.toBeNull()
  // The confirmation holds only for that run.
  expect(await desk.run(id)).toMatchObject({ is_confirmed: false })
})

test.each([
  ['hides what is behind its first page', { cap: 5, ignoresOffset: true }, '1.47.1'],
  ['ends each answer early', { endsAfter: 5 }, '1.47.2'],
  ['leaves studies out of its lists', { leavesOut: () => true }, '1.47.3'],
] as const)('a server that %s still returns each study as existing', async (_, habits, name) => {
  const archive = await desk.openArchive()
  fill(archive.holds, name, 12)
  await desk.check(archive.id)
  Object.assign(archive.habits, habits)
  await desk.check(archive.id)
  for (const at of [0, 11]) expect((await desk.studyOf(`${name}.${at}`)).missing_at_source_since).toBeNull()
})

test('a server that refuses broad queries is compared by day and modality', async () => {
  const { id, holds } = await desk.openArchive({ refusesOver: { matches: 10, status: 413 } })
  fill(holds, '1.48.1', 9)
  holds.set('1.48.2', qidoOf('1.48.2', 'MR'))
  holds.set('1.48.3', qidoOf('1.48.3', 'US'))
  await desk.check(id)
  expect(await desk.run(id)).toMatchObject({ state: 'ok', words: '' })
  expect(await desk.days(id)).toMatchObject([{ count_there: 11, missing_here: 11 }])
})

const qidoOf = (uid: string, modality: string) => ({
  ...studyHeader(uid),
  '00080061': { vr: 'CS', Value: [modality] },
})

test('a server that ignores days is not compared, and shows that', async () => {
  const { id, holds } = await desk.openArchive({ ignoresDays: true })
  fill(holds, '1.49.1', 3, { day: daysAgo(9) })
  await desk.check(id)
  const run = await desk.run(id)
  expect(run.state).toBe('failed')
  expect(run.words).toMatch(/cannot be compared by days/)
})

test('another patient over a started text is shown and never written', async () => {
  const { id, holds } = await desk.openArchive()
  holds.set('1.50.1', studyHeader('1.50.1', { pat_id: 'P1', pat_name: 'Rao^Asha', accession_no: 'A1' }))
  holds.set('1.50.2', studyHeader('1.50.2', { pat_id: 'P7', pat_name: 'Sen^Ila' }))
  await desk.check(id)
  await desk.server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('study').set({ status: 'Draft' }).where('study_iuid', '=', '1.50.1').execute(),
  )
  const other = { pat_id: 'P2', pat_name: 'Das^Ravi', accession_no: 'A2' }
  holds.set('1.50.1', studyHeader('1.50.1', { ...other, images: 12, series: 1 }))
  holds.set('1.50.2', studyHeader('1.50.2', { pat_id: 'P8', pat_name: 'Sen^Ila' }))
  await desk.check(id)
  expect(await desk.studyOf('1.50.1')).toMatchObject({
    pat_id: 'P1',
    pat_name: 'Asha Rao',
    accession_no: 'A1',
    no_of_img: 12,
    source_changed: {
      fields: { pat_id: 'P2', pat_name: 'Ravi Das', accession_no: 'A2' },
      images: { was: 20, is: 12 },
      series: { was: 2, is: 1 },
    },
  })
  expect(await desk.days(id)).toMatchObject([{ count_there: 2, count_here: 2, changed_there: 1 }])
  expect(await desk.gaps(id)).toMatchObject([
    { study_iuid: '1.50.1', kind: 'changed_there', closed_on: null },
    { study_iuid: '1.50.1', kind: 'missing_here' },
    { study_iuid: '1.50.2', kind: 'missing_here' },
  ])
  // A study that nobody has begun follows the archive, and its history records that.
  const followed = await desk.studyOf('1.50.2')
  expect(followed).toMatchObject({ pat_id: 'P8', source_changed: null })
  const admin = await desk.server.signIn('admin.sanjeevani')
  const record = await admin.get(`study/examination/${followed.id}`)
  expect(record.body.result.edits).toMatchObject([
    { kind: 'source', by: '', fields: [{ field: 'pat_id', before: 'P7', after: 'P8' }] },
  ])

  // The note is repeated while the difference lasts, and ends once both sides agree.
  await desk.check(id)
  expect(await desk.days(id)).toMatchObject([{ changed_there: 1 }])
  holds.set('1.50.1', studyHeader('1.50.1', { pat_id: 'P1', pat_name: 'Rao^Asha', accession_no: 'A1' }))
  await desk.check(id)
  expect(await desk.studyOf('1.50.1')).toMatchObject({ pat_id: 'P1', no_of_img: 20, source_changed: null })
  expect(await desk.days(id)).toMatchObject([{ changed_there: 0 }])
})

test('a signed study whose day changed there is not deleted: it is queried by its UID', async () => {
  const { id, holds } = await desk.openArchive()
  fill(holds, '1.51.1', 2)
  await desk.check(id)
  await desk.server.db.database.tenant(CLIENT, (tx) =>
    tx
      .updateTable('study')
      .set({ status: 'Signed', signed_reports: 1 })
      .where('study_iuid', '=', '1.51.1.0')
      .execute(),
  )
  holds.set('1.51.1.0', studyHeader('1.51.1.0', { pat_id: 'P0', pat_name: 'N0', day: daysAgo(6) }))
  await desk.check(id)
  expect(await desk.studyOf('1.51.1.0')).toMatchObject({
    missing_at_source_since: null,
    source_changed: { day: { was: dayOf(daysAgo(1)), is: dayOf(daysAgo(6)) } },
  })
})

test('of two servers of a client with the same study the first leads, and only its loss counts', async () => {
  const first = await desk.openArchive()
  const second = await desk.openArchive()
  fill(first.holds, '1.52.1', 2)
  fill(second.holds, '1.52.1', 2)
  fill(second.holds, '1.52.2', 1)
  await desk.check(first.id)
  await desk.check(second.id)
  expect(await desk.days(second.id)).toMatchObject([{ count_there: 3, count_here: 2, missing_here: 1 }])
  second.holds.delete('1.52.1.0')
  await desk.check(second.id)
  expect((await desk.studyOf('1.52.1.0')).missing_at_source_since).toBeNull()
  expect(await desk.days(second.id)).toMatchObject([{ count_there: 2, count_here: 2, missing_there: 0 }])
  first.holds.delete('1.52.1.1')
  await desk.check(first.id)
  expect((await desk.studyOf('1.52.1.1')).missing_at_source_since).not.toBeNull()
})

test('studies deleted here stay deleted and are no difference', async () => {
  const { id, holds } = await desk.openArchive()
  fill(holds, '1.53.1', 2)
  await desk.check(id)
  await desk.server.db.database.tenant(CLIENT, (tx) =>
    tx.updateTable('study').set({ hidden: new Date() }).where('study_iuid', '=', '1.53.1.0').execute(),
  )
  holds.set('1.53.1.0', studyHeader('1.53.1.0', { pat_id: 'P0', pat_name: 'Other' }))
  await desk.check(id)
  expect(await desk.days(id)).toMatchObject([
    { count_there: 2, count_here: 1, missing_here: 0, deleted_here: 1 },
  ])
  expect((await desk.studyOf('1.53.1.0')).pat_name).toBe('N0')
})

test.each([
  ['switched off', { active: false }],
  ['taken away', { hidden: new Date() }],
  ['not to be compared', { check_days: 0 }],
])('a server that is %s is not queried, and nothing of it is marked', async (_, change) => {
  const { id, holds, server } = await desk.openArchive()
  fill(holds, `1.54.${Object.keys(change)[0]?.length}`, 1)
  await desk.check(id)
  holds.clear()
  await desk.updatePacs(id, change)
  const asked = server.asked.length
  await desk.check(id)
  expect(server.asked.length).toBe(asked)
  expect(await desk.run(id)).toMatchObject({ state: 'stopped', todo: [] })
  expect((await desk.studyOf(`1.54.${Object.keys(change)[0]?.length}.0`)).missing_at_source_since).toBeNull()
})

test('an unreadable entry keeps its day without a result, and fetches the others', async () => {
  const { id, holds } = await desk.openArchive()
  fill(holds, '1.55.1', 2)
  await desk.check(id)
  holds.delete('1.55.1.0')
  holds.set('1.55.2', studyHeader('1.55.2', { pat_id: 'NEW' }))
  holds.set('bad', { '00080020': { vr: 'DA', Value: [daysAgo(1)] } })
  await desk.check(id)
  const run = await desk.run(id)
  expect(run.state).toBe('failed')
  expect(run.words).toMatch(/could not be compared: an entry of the image server cannot be read/)
  expect((await desk.studyOf('1.55.1.0')).missing_at_source_since).toBeNull()
  expect(await desk.studyOf('1.55.2')).toMatchObject({ pat_id: 'NEW' })
  expect(await desk.days(id)).toMatchObject([{ count_there: 2 }])
})

test('days of studies that arrived since the last comparison are compared too', async () => {
  const { id, holds } = await desk.openArchive()
  const old = { day: daysAgo(200) }
  fill(holds, '1.56.1', 1)
  fill(holds, '1.56.2', 2, old)
  await desk.check(id)
  expect(await desk.days(id)).toHaveLength(1)
  // Arrival by the poller.
  const polling = desk.startPolling()
  await expect
    .poll(
      async () => (await desk.studies()).filter((study) => study.study_iuid.startsWith('1.56.2')).length,
      { timeout: 10_000 },
    )
    .toBe(2)
  await polling.stop()
  holds.delete('1.56.2.0')
  await desk.check(id)
  expect(await desk.days(id)).toMatchObject([
    { day: dayOf(daysAgo(1)) },
    { day: dayOf(old.day), count_there: 1, missing_there: 1 },
  ])
})

test('a second process does not touch a running comparison', async () => {
  const { id, holds, server } = await desk.openArchive()
  fill(holds, '1.57.1', 1)
  await Promise.all([desk.check(id), desk.check(id, { isResumed: true })])
  const days = server.asked.filter((path) => path.includes('offset=0')).length
  expect(days).toBe(15)
})

test('none of this was a server error', () => {
  expect(desk.errors).toEqual([])
})
