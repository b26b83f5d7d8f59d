import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { noteWhereMachinesStood } from '#server/features/masters/public/note-where-machines-stood.ts'
import { startWorklist } from '#server/features/modality-worklist/start-worklist.ts'
import { noteStoodOnce } from '#server/features/modality-worklist/stood-before.ts'
import type { WorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { askMachine } from '#tests/helpers/archive/ask-machine.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
const CALLED = 'READROOM'
const DAY_MS = 86_400_000
const ids = { recent: '0197c000-0000-7000-8000-000000000001', old: '0197c000-0000-7000-8000-000000000002' }

let server: DemoServer
let worklist: WorklistServer
let place: { branch_id: string; id: string; department_id: string; visit_id: string; asks: string }
const failures: unknown[] = []

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [CLIENT, CALLED],
  )
  await askAdmin(server, 'delete from visit_service where client_id = $1 and status in (5, 6)', [CLIENT])
  const [found] = await askAdmin<typeof place>(
    server,
    `select m.branch_id, m.id, m.department_id, v.id as visit_id, o.aet as asks
     from machine m
     join machine o on o.client_id = m.client_id and o.branch_id = m.branch_id and o.aet <> m.aet
     join visit v on v.client_id = m.client_id and v.branch_id = m.branch_id
     where m.client_id = $1 and m.active and o.active and m.hidden is null and o.hidden is null
       and not exists (select from machine t where t.client_id = o.client_id and t.aet = o.aet and t.id <> o.id)
     order by m.id, o.id, v.id limit 1`,
    [CLIENT],
  )
  if (!found) throw new Error('the demo has no branch with two machines')
  place = found
  await book(ids.recent, NOW, 1)
  await book(ids.old, new Date(NOW.getTime() - 30 * DAY_MS), 2)
  worklist = await startWorklist({
    kernel: { ...server.app.kernel, now: () => NOW },
    host: '127.0.0.1',
    port: 0,
    onError: (error) => failures.push(error),
  })
})
afterAll(async () => {
  await worklist.close()
  await server.close()
})

/** Inserts an examination that waits for its scan. */
async function book(id: string, at: Date, no: number): Promise<void> {
  const slot = id.replace('0197c', '0197d')
  await askAdmin(
    server,
    `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
     values ($1, $2, $3, $4, $5, $6, $6::timestamptz + interval '20 minutes', false)`,
    [CLIENT, slot, place.visit_id, place.department_id, place.id, at],
  )
  await askAdmin(
    server,
    `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
     values ($1, $2, $3, 'CT Chest', 'CT', $4, 5, $5, $6)`,
    [CLIENT, id, place.visit_id, `MOVED${no}`, at, slot],
  )
}

/** Moves the machine as before its former branches were stored. */
const move = () =>
  askAdmin(
    server,
    `update machine set name = 'Moved scanner', stood_at = '{}', branch_id =
       (select id from branch where client_id = $1 and id <> $2 and hidden is null order by id limit 1)
     where client_id = $1 and id = $3`,
    [CLIENT, place.branch_id, place.id],
  )

const stoodAt = async () =>
  (
    await askAdmin<{ stood_at: string[] }>(
      server,
      'select stood_at from machine where client_id = $1 and id = $2',
      [CLIENT, place.id],
    )
  )[0]?.stood_at

const asked = (step: Record<string, string> = {}) =>
  askMachine({ port: worklist.port, aet: place.asks, called: CALLED, step })

test('examinations of a machine that moved before its branches were stored are on the worklist of its old branch', async () => {
  await move()
  expect(await asked()).toBe(1)
  // Also for an earlier day, if the machine queries it.
  expect(await asked({ ScheduledProcedureStepStartDate: '20261001-20261101' })).toBe(1)
  expect(await stoodAt()).toEqual([place.branch_id])
  expect(failures).toEqual([])
})

test('known branches are not stored twice, and a branch without examinations is not stored', async () => {
  const note = () => server.db.database.tenant(CLIENT, (tx) => noteWhereMachinesStood(tx, CLIENT, NOW))
  await note()
  expect(await stoodAt()).toEqual([place.branch_id])
  await askAdmin(server, 'delete from visit_service where id = any($1)', [[ids.recent, ids.old]])
  await askAdmin(server, 'delete from visit_machine where client_id = $1 and machine_id = $2', [
    CLIENT,
    place.id,
  ])
  await move()
  await note()
  expect(await stoodAt()).toEqual([])
})

test('it runs once for each client, and again after a failure', async () => {
  const done: string[] = []
  const failed: unknown[] = []
  let isBroken = true
  const once = noteStoodOnce(
    async (clientId) => {
      done.push(clientId)
      if (isBroken) throw new Error('no database')
    },
    (error) => failed.push(error),
  )
  await once('a')
  isBroken = false
  await Promise.all([once('a'), once('a'), once('b')])
  await once('a')
  expect(done).toEqual(['a', 'a', 'b'])
  expect(failed).toHaveLength(1)
})
