import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExamItem } from '#contract/calls/exam-queue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, machine, readQueue, TODAY } from './queue-fixture.ts'

let server: DemoServer
let technician: ApiUser
let queue: ExamItem[]

beforeAll(async () => {
  server = await openDemo()
  technician = await server.signIn('tech.andheri')
  // Two who wait at one machine; in the demo each waits at a different one.
  await askAdmin(
    server,
    `update visit_machine m set machine_id = $1, blocks = false from visit_service s
      where s.client_id = m.client_id and s.visit_machine_id = m.id and s.status = 5 and m.machine_id = $2`,
    [machine('CT 1'), machine('Ultrasound 2')],
  )
  queue = await readQueue(technician)
})
afterAll(() => server?.close())

const add = (exam: ExamItem, minutes: number, desk = technician) =>
  desk.post(`${PHP}que/addMinutesInExamTime`, { id: exam.id, appt_id: exam.appt_id, minutes })
const bring = (exam: ExamItem, value: 'Y' | 'N') =>
  technician.post(`${PHP}que/setBringNext`, { id: exam.id, appt_id: exam.appt_id, value })
const found = (test: (exam: ExamItem) => boolean) => {
  const exam = queue.find(test)
  if (!exam) throw new Error('the demo has no such examination today')
  return exam
}

test('the queue shows the examinations of started radiology visits of that day', () => {
  expect(queue.length).toBeGreaterThan(3)
  expect(queue.every(({ status }) => [4, 5, 6, 7, 12].includes(status))).toBe(true)
  expect(
    queue.every(({ start_dt }) => start_dt.startsWith(TODAY) || start_dt.startsWith('2026-11-20T')),
  ).toBe(true)
  const times = queue
    .filter(({ is_bring_next }) => is_bring_next === 'N')
    .map(({ start_dt }) => Date.parse(start_dt))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('a technician of one branch does not find another branch’s queue', async () => {
  const branch_id = SANJEEVANI.branches[1]?.id ?? ''
  const answer = await technician.get(`${PHP}appt/examServices`, {
    branch_id,
    from_date: TODAY,
    to_date: TODAY,
  })
  expect(answer.status).toBe(404)
})

test('minutes move the end of a running scan, and are recorded', async () => {
  const running = found(({ status }) => status === 6)
  const { status, body } = await add(running, 15)
  expect(status).toBe(200)
  const service = body.result.visit.services.find(({ id }: { id: string }) => id === running.id)
  expect(Date.parse(service.exm_end_dt) - Date.parse(running.exm_end_dt ?? '')).toBe(15 * 60_000)
  const trail = await readAudit(server, SANJEEVANI.id, 'visit_service')
  expect(trail.filter(({ action }) => action === 'add_minutes')).toMatchObject([
    { record_id: running.id, detail: { minutes: 15 } },
  ])
})

test('minutes apply to a running scan only, and only the offered numbers', async () => {
  const ready = found(({ status }) => status === 5)
  expect((await add(ready, 15)).status).toBe(422)
  const running = found(({ status }) => status === 6)
  expect((await add(running, 7)).status).toBe(400)
  expect((await add(running, 65)).status).toBe(400)
})

test('a service of another visit is not found under this visit', async () => {
  const running = found(({ status }) => status === 6)
  const other = found(({ appt_id }) => appt_id !== running.appt_id)
  const answer = await technician.post(`${PHP}que/addMinutesInExamTime`, {
    id: running.id,
    appt_id: other.appt_id,
    minutes: 5,
  })
  expect(answer.status).toBe(404)
})

test('one patient is marked next at a machine: marking another moves the mark', async () => {
  const ready = queue.filter(({ status }) => status === 5)
  const first = found(
    (exam) =>
      exam.status === 5 &&
      ready.some(({ id, machine_id }) => id !== exam.id && machine_id === exam.machine_id),
  )
  const second = found(
    ({ id, machine_id, status }) => status === 5 && machine_id === first.machine_id && id !== first.id,
  )
  for (const exam of [first, second]) expect((await bring(exam, 'Y')).status).toBe(200)
  const marked = (await readQueue(technician)).filter(({ is_bring_next }) => is_bring_next === 'Y')
  const here = marked.filter(({ machine_id }) => machine_id === first.machine_id)
  expect(here.map(({ id }) => id)).toEqual([second.id])
  expect((await bring(second, 'N')).status).toBe(200)
  const after = (await readQueue(technician)).filter(({ is_bring_next }) => is_bring_next === 'Y')
  expect(after.map(({ id }) => id)).not.toContain(second.id)
})

test('two simultaneous marks leave one', async () => {
  const ready = queue.filter(({ status }) => status === 5)
  const first = found(
    (exam) =>
      exam.status === 5 &&
      ready.some(({ id, machine_id }) => id !== exam.id && machine_id === exam.machine_id),
  )
  const others = ready.filter(({ machine_id }) => machine_id === first.machine_id)
  const answers = await Promise.all(others.map((exam) => bring(exam, 'Y')))
  expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
  const marked = (await readQueue(technician)).filter(
    ({ is_bring_next, machine_id }) => is_bring_next === 'Y' && machine_id === first.machine_id,
  )
  expect(marked).toHaveLength(1)
})

test('a running scan cannot be marked next', async () => {
  const answer = await bring(
    found(({ status }) => status === 6),
    'Y',
  )
  expect([answer.status, answer.body.code]).toEqual([422, 'refused'])
})

test('a user without the queue permission is refused', async () => {
  const reception = await server.signIn('reception.andheri')
  expect(
    (
      await add(
        found(({ status }) => status === 6),
        5,
        reception,
      )
    ).body.code,
  ).toBe('not_permitted')
  const query = { branch_id: ANDHERI, from_date: TODAY, to_date: TODAY }
  expect((await reception.get(`${PHP}appt/examServices`, query)).status).toBe(422)
})

test('both calls are accepted as specified: by the service alone', async () => {
  const running = found(({ status }) => status === 6)
  const { appt_id, id } = running
  const minutes = await technician.post(`${PHP}que/addMinutesInExamTime`, { id, minutes: 5 })
  expect([minutes.status, minutes.body.result?.visit.id]).toEqual([200, appt_id])
  const ready = found(({ status }) => status === 5)
  const brought = await technician.post(`${PHP}que/setBringNext`, { id: ready.id, value: 'Y' })
  expect([brought.status, brought.body.result?.visit.id]).toEqual([200, ready.appt_id])
  const nobody = { id: '019a0000-0000-7000-8000-00000000dead', value: 'Y' }
  expect((await technician.post(`${PHP}que/setBringNext`, nobody)).status).toBe(404)
})

test('added minutes move the end of the slot in the calendar, up to the next patient', async () => {
  const { id, appt_id } = found(({ status }) => status === 6)
  const slotOf = async () => {
    const [row] = await askAdmin<{ id: string; end_dt: Date; machine_id: string; start_dt: Date }>(
      server,
      `select m.id, m.end_dt, m.start_dt, m.machine_id from visit_machine m join visit_service s
       on s.client_id = m.client_id and s.visit_machine_id = m.id where s.id = $1`,
      [id],
    )
    if (!row) throw new Error('the examination stands at a machine')
    return row
  }
  const before = await slotOf()
  const setTimes = (slotEnd: Date, examEnd: Date) =>
    Promise.all([
      askAdmin(server, 'update visit_machine set end_dt = $2 where id = $1', [before.id, slotEnd]),
      askAdmin(server, 'update visit_service set exm_end_dt = $2 where id = $1', [id, examEnd]),
    ])
  const minutes = (at: Date, count: number) => new Date(at.getTime() + count * 60_000)
  // No other visit is in the way: nobody is booked at this machine in the next hour.
  await askAdmin(
    server,
    `update visit_machine set blocks = false where machine_id = $1 and id <> $2 and start_dt < $3`,
    [before.machine_id, before.id, minutes(before.end_dt, 120)],
  )
  await setTimes(before.end_dt, before.end_dt)
  const added = await technician.post(`${PHP}que/addMinutesInExamTime`, { id, appt_id, minutes: 15 })
  expect((await slotOf()).end_dt).toEqual(minutes(before.end_dt, 15))
  const slot = added.body.result.visit.machines.find((one: { id: string }) => one.id === before.id)
  expect(Date.parse(slot.end_dt)).toBe(minutes(before.end_dt, 15).getTime())
  // An examination that ends before its slot does not change the booked slot.
  await setTimes(before.end_dt, minutes(before.end_dt, -20))
  await technician.post(`${PHP}que/addMinutesInExamTime`, { id, appt_id, minutes: 10 })
  expect((await slotOf()).end_dt).toEqual(before.end_dt)
})

test('minutes added while the next slot is being booked end where that booking begins', async () => {
  const { id, appt_id } = found(({ status }) => status === 6)
  const [slot] = await askAdmin<{ id: string; visit_id: string; end_dt: Date; machine_id: string }>(
    server,
    `select m.id, m.visit_id, m.end_dt, m.machine_id from visit_machine m join visit_service s
      on s.client_id = m.client_id and s.visit_machine_id = m.id where s.id = $1`,
    [id],
  )
  if (!slot) throw new Error('the examination stands at a machine')
  const after = (minutes: number) => new Date(slot.end_dt.getTime() + minutes * 60_000)
  await askAdmin(server, 'update visit_service set exm_end_dt = $2 where id = $1', [id, slot.end_dt])
  await askAdmin(server, 'update visit_machine set blocks = true where id = $1', [slot.id])
  const booking = new Client({ connectionString: server.db.adminUrl })
  await booking.connect()
  try {
    await booking.query('begin')
    const { rowCount } = await booking.query(
      `update visit_machine set start_dt = $3, end_dt = $4, blocks = true where id = (
         select id from visit_machine where machine_id = $1 and visit_id <> $2 and not blocks limit 1)`,
      [slot.machine_id, slot.visit_id, after(5), after(15)],
    )
    expect(rowCount).toBe(1)
    const adding = technician.post(`${PHP}que/addMinutesInExamTime`, { id, appt_id, minutes: 10 })
    const isWaiting = async () => {
      const { rows } = await booking.query(
        `select 1 from pg_locks where not granted and locktype = 'transactionid'`,
      )
      return rows.length > 0
    }
    while (!(await isWaiting())) await new Promise((later) => setTimeout(later, 20))
    await booking.query('commit')
    expect((await adding).status).toBe(200)
  } finally {
    await booking.end()
  }
  const [now] = await askAdmin<{ end_dt: Date }>(server, 'select end_dt from visit_machine where id = $1', [
    slot.id,
  ])
  expect(now?.end_dt).toEqual(after(5))
})
