import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { SyncType } from '#contract/records/records.ts'
import { isSigned } from '#domain/status/report-status.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import {
  branchSource,
  doctorSource,
  tagSource,
  templateSource,
} from '#server/features/directory/sync-source.ts'
import { reportSource } from '#server/features/reports/sync-source.ts'
import { studyScopes } from '#server/features/studies/public/store.ts'
import { studySource } from '#server/features/studies/sync-source.ts'
import { findSession } from '#server/kernel/auth/session-store.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'
import type { SyncSource, SyncWindow } from '#server/kernel/sync/source.ts'
import { askAdmin } from './look-inside.ts'
import { type DemoServer, NOW, openDemo } from './open-demo.ts'
import { personId } from './reports/report-fixture.ts'

let server: DemoServer
let all: StudyRow[]
let admin: Caller
let iyer: Caller
let manager: Caller

const [ANDHERI] = SANJEEVANI.branches.map((branch) => branch.id)
const IYER = `doctor:${personId('dr.iyer')}`
const WEEK: SyncWindow = { from: new Date(NOW.getTime() - 7 * 86_400_000) }

beforeAll(async () => {
  server = await openDemo()
  const desk = await server.signIn('admin.sanjeevani')
  const { body } = await desk.post('study/getList', { ps: 1000 })
  all = body.result.data as StudyRow[]
  admin = await callerOf(desk.token)
  iyer = await callerOf((await server.signIn('dr.iyer')).token)
  manager = await callerOf((await server.signIn('manager.andheri')).token)
})
afterAll(() => server.close())

async function callerOf(token: string): Promise<Caller> {
  const found = await findSession(server.db.database.pool, token, NOW)
  if (!found) throw new Error('not signed in')
  return { ...found.caller, timeZone: 'UTC' }
}

const inTenant = <T>(run: (tx: Tx) => Promise<T>) => server.db.database.tenant(SANJEEVANI.id, run)

/** Fetches all records of a scope, `limit` at a time as a device does. */
async function fetchScope<Type extends SyncType>(
  source: SyncSource<Type>,
  caller: Caller,
  scope: string,
  window?: SyncWindow,
  limit = 7,
): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const some = await inTenant((tx) => source.backfill(tx, caller, scope, ids.at(-1), limit, window))
    ids.push(...some)
    if (some.length < limit) return ids
  }
}

test('the studies of a scope are listed newest first, each once, with any page size', async () => {
  for (const scope of [`branch:${ANDHERI}`, 'branch:none', IYER]) {
    const wanted = all.filter((row) => studyScopes(row).includes(scope)).map((row) => row.id)
    expect(wanted.length, scope).toBeGreaterThan(0)
    expect(await fetchScope(studySource, admin, scope), scope).toEqual(wanted)
  }
})

test('a window leaves out older studies', async () => {
  const wanted = all.filter(
    (row) => studyScopes(row).includes(IYER) && row.received_datetime >= WEEK.from.toISOString(),
  )
  expect(await fetchScope(studySource, iyer, IYER, WEEK)).toEqual(wanted.map((row) => row.id))
})

test('paging continues after the last study, even if that has left the scope', async () => {
  const scope = `branch:${ANDHERI}`
  const wanted = await fetchScope(studySource, admin, scope)
  const last = wanted[9] as string
  await askAdmin(server, 'update study set branch_id = null where id = $1', [last])
  try {
    const next = await inTenant((tx) => studySource.backfill(tx, admin, scope, last, 5, undefined))
    expect(next).toEqual(wanted.slice(10, 15))
  } finally {
    await askAdmin(server, 'update study set branch_id = $2 where id = $1', [last, ANDHERI])
  }
})

test('bodies are read under the reader’s rights', async () => {
  const ids = all.map((row) => row.id)
  const read = (caller: Caller) => inTenant((tx) => studySource.read(tx, caller, ids, NOW))
  expect((await read(admin)).size).toBe(all.length)
  const mine = await read(iyer)
  expect(mine.size).toBeGreaterThan(0)
  expect([...mine.values()].every(({ body }) => studyScopes(body).includes(IYER))).toBe(true)
  const ofBranch = await read(manager)
  expect([...ofBranch.values()].every(({ body }) => body.branch_id === ANDHERI)).toBe(true)
  expect([...ofBranch.values()].every(({ rev, body }) => rev === body.rev)).toBe(true)
})

test('a branch’s reports are the signed ones; drafts go to writer and signer, of any age', async () => {
  const branch = await fetchScope(reportSource, admin, `branch:${ANDHERI}`)
  const bodies = await inTenant((tx) => reportSource.read(tx, admin, branch, NOW))
  expect(bodies.size).toBe(branch.length)
  expect([...bodies.values()].every(({ body }) => isSigned(body.status))).toBe(true)
  const draft =
    all.find((row) => row.status === 'Draft' && row.assigned_doctor_id === personId('dr.iyer')) ??
    (await makeDraft())
  await askAdmin(server, 'update study set received_datetime = $2 where id = $1', [
    draft.id,
    '2026-01-01T00:00:00Z',
  ])
  const own = await inTenant(async (tx) => {
    const ids = await reportSource.backfill(tx, iyer, IYER, undefined, 1000, WEEK)
    return reportSource.read(tx, iyer, ids, NOW)
  })
  expect([...own.values()].map(({ body }) => body.study_id)).toContain(draft.id)
})

async function makeDraft(): Promise<StudyRow> {
  const row = all.find((study) => study.status === 'Draft') as StudyRow
  await askAdmin(server, 'update study set assigned_doctor_id = $2 where id = $1', [
    row.id,
    personId('dr.iyer'),
  ])
  return row
}

test('a draft is readable by writer and signer, and by nobody else who sees the study', async () => {
  const reports = await askAdmin<{ id: string; study_id: string }>(
    server,
    `select id, study_id from report where status = 'Draft' and client_id = $1`,
    [SANJEEVANI.id],
  )
  const ids = reports.map((report) => report.id)
  expect(ids.length).toBeGreaterThan(0)
  expect((await inTenant((tx) => reportSource.read(tx, admin, ids, NOW))).size).toBe(0)
  const own = await inTenant((tx) => reportSource.read(tx, iyer, ids, NOW))
  expect(own.size).toBeGreaterThan(0)
  expect(own.size).toBeLessThan(ids.length + 1)
})

async function checkWhole<Type extends SyncType>(source: SyncSource<Type>): Promise<void> {
  const ids = await fetchScope(source, admin, 'client')
  const bodies = await inTenant((tx) => source.read(tx, admin, ids, NOW))
  expect(ids.length, source.type).toBeGreaterThan(0)
  expect([...bodies.keys()].toSorted(), source.type).toEqual(ids)
}

test('masters are complete, and disabled ones are removed from the device', async () => {
  await checkWhole(branchSource)
  await checkWhole(doctorSource)
  await checkWhole(tagSource)
  await checkWhole(templateSource)
  const [tag = ''] = await fetchScope(tagSource, admin, 'client')
  await askAdmin(server, 'update study_tag set active = false where id = $1', [tag])
  expect((await inTenant((tx) => tagSource.read(tx, admin, [tag], NOW))).size).toBe(0)
})

test('a person of one branch gets that branch only', async () => {
  const ids = await fetchScope(branchSource, manager, 'client')
  expect(ids).toEqual([ANDHERI])
})
