import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExamItem, QueItem } from '#contract/calls/exam-queue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, at, machine, readQueue } from './queue-fixture.ts'

let server: DemoServer
let technician: ApiUser
let uid: string

beforeAll(async () => {
  server = await openDemo()
  technician = await server.signIn('tech.andheri')
  const admin = await server.signIn('admin.sanjeevani')
  const machines = [
    { id: machine('CT 1'), alias: 'Room one' },
    { id: machine('Ultrasound 1'), alias: '' },
  ]
  const saved = await admin.post(`${PHP}que/saveScreen`, {
    name: 'Hall',
    branch_id: ANDHERI,
    machines,
    status: 1,
  })
  uid = saved.body.result.uid
})
afterAll(() => server?.close())

const show = (query: Record<string, string> = { uid }) =>
  server.send({ method: 'GET', url: `${PHP}que/getQueList`, query })
const itemsOf = async (): Promise<QueItem[]> => (await show()).body.result.items
const openExams = (exams: readonly ExamItem[]) => exams.filter(({ status }) => [4, 5, 6].includes(status))

test('a display without a session shows the waiting and running examinations at its machines, under their aliases', async () => {
  const { status, body } = await show()
  expect(status).toBe(200)
  expect(body.result.machines.map(({ name }: { name: string }) => name)).toEqual(['Room one', 'Ultrasound 1'])
  const exams = await readQueue(technician)
  const wanted = openExams([...at(exams, 'CT 1'), ...at(exams, 'Ultrasound 1')]).map(({ id }) => id)
  expect(wanted.length).toBeGreaterThan(1)
  expect(body.result.items.map(({ id }: QueItem) => id).sort()).toEqual(wanted.sort())
  expect(body.result.items.map((item: QueItem) => item.machine)).toContain('Room one')
})

test('either name of the screen is accepted, and one of them is required', async () => {
  expect((await show({ screen_uid: uid, from_date: '2026-11-21', to_date: '2026-11-21' })).status).toBe(200)
  expect((await show({})).status).toBe(400)
})

test('tokens are visit numbers; no name and no patient id is sent, not even initials', async () => {
  const exams = openExams(await readQueue(technician))
  const people = exams.flatMap(({ pat_name, pat_id }) => [
    ...pat_name.split(' ').filter((word) => word.length > 3),
    pat_id,
  ])
  for (const shows of ['Token', 'Initials'] as const) {
    await setShows(shows)
    const { body } = await show()
    const text = JSON.stringify(body.result.items)
    for (const word of people) expect(text).not.toContain(word)
    expect(body.result.items.every(({ pat_id }: QueItem) => /^V\d+$/.test(pat_id))).toBe(true)
  }
  const [item] = await itemsOf()
  const exam = exams.find(({ id }) => id === item?.id)
  const [first = '', ...last] = exam?.pat_name.split(' ') ?? []
  expect(item?.initials).toBe(`${first[0]}${last[0]?.[0] ?? ''}`.toUpperCase())
  await setShows('Token')
  expect((await itemsOf()).every(({ initials }) => initials === '')).toBe(true)
})

const setShows = (shows: string) =>
  askAdmin(
    server,
    `insert into client_setting (client_id, queue_shows) values ($1, $2)
      on conflict (client_id) do update set queue_shows = excluded.queue_shows`,
    [SANJEEVANI.id, shows],
  )

test('yesterday’s queue ends at midnight of the branch, but a running scan is still shown', async () => {
  const exams = openExams(at(await readQueue(technician), 'Ultrasound 1'))
  const running = exams.find(({ status }) => status === 6)
  server.clock.now = new Date('2026-11-21T18:31:00Z')
  await askAdmin(server, `update visit_service set exm_start_dt = $2 where id = $1`, [
    running?.id,
    '2026-11-21T18:00:00Z',
  ])
  const ids = (await itemsOf()).map(({ id }) => id)
  server.clock.now = new Date('2026-11-21T09:00:00Z')
  expect(running).toBeDefined()
  expect(ids).toContain(running?.id)
  expect(ids).toHaveLength(1)
})

test('an unknown uid is not found, nor is a disabled screen or one of a client without displays', async () => {
  const nobody = 'x'.repeat(32)
  expect((await show({ uid: nobody })).status).toBe(404)
  const { main_modules } = (await modulesOf())[0]!
  await updateClient(server, SANJEEVANI.id, {
    main_modules: main_modules.filter((one) => one !== 'que_screen'),
  })
  expect((await show()).status).toBe(404)
  await updateClient(server, SANJEEVANI.id, { main_modules })
  await askAdmin(server, 'update que_screen set active = false where uid = $1', [uid])
  expect((await show()).status).toBe(404)
  await askAdmin(server, 'update que_screen set active = true where uid = $1', [uid])
  expect((await show()).status).toBe(200)
})

const modulesOf = () =>
  askAdmin<{ main_modules: string[] }>(server, 'select main_modules from client where id = $1', [
    SANJEEVANI.id,
  ])

test('a screen without a banner has none in its response', async () => {
  const { body } = await server.send({ method: 'GET', url: `${PHP}que/displayBanner`, query: { uid } })
  expect(body.result).toEqual({ file_url: '', type: '' })
})

test('a client that requests unknown screens is slowed down, and others are not', async () => {
  const guess = (index: number) =>
    server.send({
      method: 'GET',
      url: `${PHP}que/getQueList`,
      query: { uid: String(index).padStart(32, 'g') },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    })
  const statuses = new Set<number>()
  for (let index = 0; index < 70; index += 1) statuses.add((await guess(index)).status)
  expect([...statuses]).toEqual([404, 429])
  expect((await show()).status).toBe(200)
})

test('the stream pokes when the list changes, without details, and not for other changes', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const stream = await new Promise<IncomingMessage>((done, fail) => {
    get(`http://127.0.0.1:${port}${PHP}que/stream/${uid}`, done).on('error', fail)
  })
  expect(stream.statusCode).toBe(200)
  let heard = ''
  stream.setEncoding('utf8').on('data', (text: string) => (heard += text))
  await expect.poll(() => heard).toContain(': open')
  // The first reading must arrive before anything changes.
  await new Promise((done) => setTimeout(done, 300))
  const exams = await readQueue(technician)
  const elsewhere = openExams(exams).find(
    ({ machine_id, status }) =>
      status === 5 && machine_id !== machine('CT 1') && machine_id !== machine('Ultrasound 1'),
  )
  const here = openExams(at(exams, 'CT 1'))
    .concat(openExams(at(exams, 'Ultrasound 1')))
    .find(({ status }) => status === 5)
  const bring = (exam: ExamItem | undefined) =>
    technician.post(`${PHP}que/setBringNext`, {
      id: exam?.id,
      appt_id: exam?.appt_id,
      value: exam?.is_bring_next === 'Y' ? 'N' : 'Y',
    })
  if (elsewhere) {
    expect((await bring(elsewhere)).status).toBe(200)
    await new Promise((done) => setTimeout(done, 600))
    expect(heard).not.toContain('data:')
  }
  const clicked = Date.now()
  expect((await bring(here)).status).toBe(200)
  await expect.poll(() => heard, { timeout: 5000, interval: 20 }).toContain('data: changed')
  expect(Date.now() - clicked).toBeLessThan(5000)
  stream.destroy()
})

test('a stream of an unknown screen is not found', async () => {
  const { statusCode } = await server.app.inject({ url: `${PHP}que/stream/${'y'.repeat(32)}` })
  expect(statusCode).toBe(404)
})
