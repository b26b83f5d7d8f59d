import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { OrderStatusRow } from '#contract/calls/integrations.ts'
import type { ExchangeItem } from '#contract/calls/interfaces.ts'
import { dayAt } from '#domain/time/zones.ts'
import { machineIdOf, serviceIdOf } from '#server/features/demo/centre/insert-catalogue.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { createOrderStatusJob } from '#server/features/order-status/status-job.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { openDoors, orderOf, post } from '../hospital-orders/hospital.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { ANDHERI, putStudy, reportOf, save } from '../reports/report-fixture.ts'
import { type Hl7Partner, openHl7Partner } from './partner.ts'

const PEER = '/usr/lib/python3/dist-packages/hl7'

let server: DemoServer
let admin: ApiUser
let senior: ApiUser
let technician: ApiUser
let hl7: Hl7Partner
let ct: string
beforeAll(async () => {
  server = await openDemo()
  await openDoors(server)
  admin = await server.signIn('admin.sanjeevani')
  senior = await server.signIn('dr.mehta')
  technician = await server.signIn('tech.andheri')
  hl7 = await openHl7Partner()
  const [department] = await askAdmin<{ id: string }>(
    server,
    `select department_id as id from service where client_id = $1 and id = $2`,
    [SANJEEVANI.id, serviceIdOf(SANJEEVANI, 'CT-BRN')],
  )
  ct = department?.id ?? ''
})
afterAll(async () => {
  hl7.close()
  await server.close()
})
beforeEach(async () => {
  await connect({})
  hl7.answer = 'AA'
  hl7.refused = undefined
  hl7.messages.length = 0
})

/** Saves the HL7 connection of the branch. */
const connect = ({ status = 'ORM', sender = 'HIS|CITY', url = hl7.url }) =>
  askAdmin(
    server,
    `update branch set report_send_hl7_url = $2, report_send_hl7_status = $3, report_send_hl7_sender = $4 where id = $1`,
    [ANDHERI, url, status, sender],
  )

const NAMES = [
  'Abel^Zubin',
  'Bodhi^Yamini',
  'Chandran^Xerxes',
  'Deshmukh^Wamika',
  'Edwin^Vikram',
  'Fonseca^Urvashi',
  'Gavaskar^Tara',
  'Hegde^Shiv',
  'Iyengar^Rukmini',
  'Joglekar^Qasim',
]
let serial = 0
/** Sends an order of the hospital; returns its number and the request made from it. */
async function ordered(): Promise<{ no: string; request: string }> {
  const no = `ST${++serial}`
  const message = orderOf({ order: no, name: NAMES[serial % NAMES.length] ?? '' })
    .replace('MRN7', `MRN-${no}`)
    .replace('|19800304|F', `|19${50 + serial}0${(serial % 9) + 1}14|F|||||90${serial}0${80_000 + serial}`)
  expect((await post(server, message)).text).toContain('MSA|AA|')
  const [row] = await askAdmin<{ id: string }>(
    server,
    'select id from booking_request where placer_order_no = $1',
    [no],
  )
  return { no, request: row?.id ?? '' }
}

/** Books the request at a unique time; returns visit and service. */
async function booked(request: string): Promise<{ visit: string; service: string }> {
  const start = new Date(Date.parse('2026-11-23T03:30:00Z') + serial * 40 * 60_000).toISOString()
  const { body } = await admin.post('hisbr/convertHisAppointment', {
    request_id: request,
    start_dt: start,
    department_id: ct,
    machine_id: machineIdOf(ANDHERI, 'CT 1'),
    service: serviceIdOf(SANJEEVANI, 'CT-BRN'),
  })
  expect(body).toMatchObject({ message: 'Converted' })
  return { visit: body.appt_id, service: body.result.visit.services[0].id }
}
const start = (appt_id: string) => admin.post(`${PHP}appt/startVisit`, { appt_id })
const scan = (appt_id: string, id: string, status = 7) =>
  technician.post(`${PHP}appt/changeServiceStatus`, { appt_id, id, status })

/** Returns the current states of an order, in the order of sending. */
const statesOf = async (request: string) =>
  (
    await askAdmin<{ text: string }>(
      server,
      `select status || ' ' || state as text from order_status_dispatch where booking_request_id = $1 order by place`,
      [request],
    )
  ).map(({ text }) => text)
const until = (request: string, states: string[]) =>
  vi.waitFor(async () => expect(await statesOf(request)).toEqual(states), { timeout: 15_000, interval: 100 })

/** Runs one more try of the queue at once. */
const tryAgain = (request: string) => {
  const { kernel, log } = server.app
  const { id: clientId } = SANJEEVANI
  const work = { write: write.bind(undefined, kernel, clientId), now: kernel.now(), log }
  return createOrderStatusJob(kernel).run({ clientId, ids: [request] }, work as never)
}
const toldOf = () =>
  hl7.messages
    .filter((message) => message.includes('|ORM^O01') || message.includes('|OMG^O19'))
    .map((message) => /\rORC\|SC\|.*\^(.*)\^L\r/.exec(message)?.[1])

/** Returns what python3-hl7 reads from a message. */
function readByPeer(message: string): Record<string, string> {
  const script = `
import hl7, json, sys
m = hl7.parse(sys.stdin.buffer.read().decode('utf8'))
def at(name, field, component=1):
  try:
    return m.unescape(m.extract_field(name, 1, field, 1, component, 1))
  except (IndexError, KeyError, LookupError):
    return ''
print(json.dumps({'type': at('MSH', 9) + '^' + at('MSH', 9, 2) + '^' + at('MSH', 9, 3), 'to': at('MSH', 5) + '|' + at('MSH', 6),
  'control': at('ORC', 1), 'placer': at('ORC', 2), 'status': at('ORC', 5), 'modifier': at('ORC', 25),
  'same': str(at('OBR', 2) == at('ORC', 2) and at('OBR', 3) == at('ORC', 3)), 'filler': at('ORC', 3),
  'result': at('OBR', 25), 'patient': at('PID', 3) + '^' + at('PID', 3, 4), 'names': at('PID', 5) + '^' + at('PID', 5, 2),
  'stay': at('PV1', 19)}))`
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script], { input: message })
  if (stdout.length === 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

it.skipIf(!existsSync(PEER))(
  'an order is told as started, completed and final, each once and in this order',
  async () => {
    await connect({ status: 'OMG' })
    const { no, request } = await ordered()
    const { visit, service } = await booked(request)
    expect((await start(visit)).status).toBe(200)
    expect((await scan(visit, service)).status).toBe(200)
    // Scanned again: it was completed before, and is sent once.
    await scan(visit, service, 6)
    await scan(visit, service)
    const study = await putStudy(server)
    await admin.post('study/linkToVisit', { study_id: study, service_id: service, is_confirmed: 1 })
    await save(senior, study, { status: 'Signed', text: '<p>Clear.</p>', conclusion: '<p>Normal.</p>' })
    await senior.post(`${PHP}verifyReport`, { study_id: study })
    await senior.post(`${PHP}verifyReport`, { study_id: study })
    await until(request, ['Started Sent', 'Completed Sent', 'Final Sent'])
    const report = await reportOf(senior, study)
    await senior.post(`${PHP}studies/saveAddendum`, {
      id: crypto.randomUUID(),
      study_id: study,
      report_id: report?.id,
      content: '<p>Seen again.</p>',
      seen_hash: report?.signed_hash,
    })
    await senior.post(`${PHP}verifyReport`, { study_id: study })
    await vi.waitFor(() => expect(hl7.messages.filter((one) => one.includes('|ORU^R01'))).toHaveLength(2), {
      timeout: 15_000,
      interval: 100,
    })
    expect(toldOf()).toEqual(['Arrived, started', 'Examination completed', 'Report final'])
    const read = hl7.messages.filter((one) => one.includes('|OMG^O19')).map(readByPeer)
    const [accession] = await askAdmin<{ no: string }>(
      server,
      'select accession_no as no from visit_service where id = $1',
      [service],
    )
    for (const one of read)
      expect(one).toMatchObject({
        type: 'OMG^O19^OMG_O19',
        to: 'HIS|CITY',
        control: 'SC',
        placer: no,
        filler: accession?.no,
        same: 'True',
        patient: `MRN-${no}^CITY`,
        names: NAMES[1],
        stay: 'IP55',
      })
    expect(read.map(({ status, modifier, result }) => [status, modifier, result])).toEqual([
      ['IP', 'STARTED', 'I'],
      ['CM', 'COMPLETED', ''],
      ['CM', 'FINAL', 'F'],
    ])
    // In the list of outgoing reports, and in the trail.
    const { order_statuses } = (await senior.get(`${PHP}report/outside/${study}`)).body.result
    expect((order_statuses as OrderStatusRow[]).map(({ status, state }) => [status, state])).toEqual([
      ['Started', 'Sent'],
      ['Completed', 'Sent'],
      ['Final', 'Sent'],
    ])
    const trail = await askAdmin<{ detail: object }>(
      server,
      `select detail from audit_trail where record_id = $1 and action = 'send' order by at, id`,
      [request],
    )
    expect(trail.map(({ detail }) => detail)).toEqual(
      ['Started', 'Completed', 'Final'].map((status) => ({ by: 'HL7', status })),
    )
  },
)

it('an order’s cancellation by its visit, request or deletion is sent, but not to the sender who cancelled it', async () => {
  const [one, two, three, four] = [await ordered(), await ordered(), await ordered(), await ordered()]
  const { visit } = await booked(one.request)
  await admin.post(`${PHP}appt/cancelAppointment`, { appt_id: visit, reason: 'The machine is down.' })
  await admin.post('hisbr/setHisBookingRequestStatus', { request_id: two.request, status: 'Cancelled' })
  await post(server, orderOf({ order: four.no, control: 'CA', at: '20261121100000' }))
  await askAdmin(
    server,
    `update booking_request set status = 'Completed' where source <> 'HL7' and branch_id = $1`,
    [ANDHERI],
  )
  const deleted = await admin.post('hisbr/deleteAllHisBookingRequests', { branch_id: ANDHERI })
  expect(deleted.status).toBe(200)
  for (const { request } of [one, two, three]) await until(request, ['Cancelled Sent'])
  expect(await statesOf(four.request)).toEqual([])
  const message = hl7.messages.find((text) => text.includes(`|${three.no}`))
  expect(message).toMatch(/\rORC\|SC\|ST\d+\|\|\|CA\|/)
})

it('while the other side is unreachable or returns AR the states wait, and are sent in order afterwards', async () => {
  const { request } = await ordered()
  const { visit, service } = await booked(request)
  await connect({ url: 'mllp://127.0.0.1:1' })
  await start(visit)
  await until(request, ['Started Failed'])
  await connect({})
  hl7.answer = 'AR'
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Waiting'])
  await vi.waitFor(() => expect(toldOf()).toEqual(['Arrived, started']), { timeout: 15_000, interval: 100 })
  hl7.answer = 'AA'
  await vi.waitFor(() => tryAgain(request), { timeout: 15_000, interval: 200 })
  expect(await statesOf(request)).toEqual(['Started Sent', 'Completed Sent'])
  expect(toldOf()).toEqual(['Arrived, started', 'Arrived, started', 'Examination completed'])
  // The repeat has the control id of the first try.
  const ids = hl7.messages.map((message) => message.split('|')[9])
  expect(new Set(ids).size).toBe(2)
})

it('a state refused as wrong is skipped by the next one, and never sent after it', async () => {
  const { request } = await ordered()
  const { visit, service } = await booked(request)
  hl7.refused = 'STARTED'
  await start(visit)
  await until(request, ['Started Failed'])
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Sent'])
  hl7.refused = undefined
  hl7.messages.length = 0
  await tryAgain(request)
  expect(hl7.messages).toEqual([])
})

/** Returns who was notified that a state of the order was not accepted: how often, and whether it is still unread. */
const bellsOf = (request: string) =>
  askAdmin<{ username: string; rev: number; waits: boolean }>(
    server,
    `select u.username, n.rev, n.read_on is null as waits from notification n
     join app_user u on u.client_id = n.client_id and u.id = n.user_id
     where n.kind = 'order_state_failed' and n.subject_id = $1 order by u.username`,
    [request],
  )

it('a state that its receiver refuses notifies once, and can be sent again from the interface desk', async () => {
  const { no, request } = await ordered()
  const { visit, service } = await booked(request)
  hl7.answer = 'AE'
  await start(visit)
  await until(request, ['Started Failed'])
  const bells = await bellsOf(request)
  expect(bells.map(({ username }) => username)).toContain('admin.sanjeevani')
  expect(bells.every(({ rev, waits }) => rev === 1 && waits)).toBe(true)
  await expect(tryAgain(request)).rejects.toThrow('AE')
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Failed'])
  expect(await bellsOf(request)).toEqual(bells)
  const listed = async () => {
    await server.app.kernel.exchanges.flush()
    const day = dayAt(server.clock.now, 'Asia/Kolkata')
    const { body } = await admin.get('interfaces/exchanges', { from: day, to: day, q: no, kind: 'hl7_out' })
    return body.result.data as ExchangeItem[]
  }
  const [row] = await listed()
  expect(row).toMatchObject({ outcome: 'refused', code: 'AE', can_replay: 1 })
  const again = async () => (await admin.post('interfaces/replay', { id: row?.id })).body
  // The receiver still refuses: nobody is notified a second time.
  expect((await again()).result).toEqual({ outcome: 'waiting', reason: '' })
  await vi.waitFor(async () => expect((await listed()).length).toBeGreaterThan(4), { timeout: 15_000 })
  expect(await bellsOf(request)).toEqual(bells)
  hl7.answer = 'AA'
  await vi.waitFor(async () => expect((await again()).result?.outcome).toBe('waiting'), { timeout: 15_000 })
  await until(request, ['Started Sent', 'Completed Sent'])
  expect((await bellsOf(request)).some(({ waits }) => waits)).toBe(false)
  expect((await listed()).every(({ can_replay }) => can_replay === 0)).toBe(true)
  expect(await again()).toMatchObject({ code: 'refused' })
})

it('an outdated state needs no attention, and cannot be sent again', async () => {
  const { no, request } = await ordered()
  const { visit, service } = await booked(request)
  hl7.refused = 'STARTED'
  await start(visit)
  await until(request, ['Started Failed'])
  expect((await bellsOf(request)).some(({ waits }) => waits)).toBe(true)
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Sent'])
  expect((await bellsOf(request)).some(({ waits }) => waits)).toBe(false)
  await server.app.kernel.exchanges.flush()
  const day = dayAt(server.clock.now, 'Asia/Kolkata')
  const { body } = await admin.get('interfaces/exchanges', { from: day, to: day, q: no, outcome: 'bad' })
  expect(body.result.data.map(({ can_replay }: ExchangeItem) => can_replay)).toContain(0)
  expect(body.result.data.map(({ can_replay }: ExchangeItem) => can_replay)).not.toContain(1)
})

it('a state is sent to no other hospital’s address, shows that, and is sent once there is one', async () => {
  await connect({ sender: 'HIS|NORTH' })
  const { request } = await ordered()
  const { visit } = await booked(request)
  await start(visit)
  await until(request, ['Started Failed'])
  expect(hl7.messages).toEqual([])
  // The server itself does not send it: nobody is notified about a receiver that got no request.
  expect(await bellsOf(request)).toEqual([])
  const [row] = await askAdmin<{ last_error: string }>(
    server,
    'select last_error from order_status_dispatch where booking_request_id = $1',
    [request],
  )
  expect(row?.last_error).toBe('No HL7 address of the branch leads back to HIS at CITY.')
  await connect({})
  await tryAgain(request)
  expect(await statesOf(request)).toEqual(['Started Sent'])
})

/** Saves the branch's configuration as its card does, with another HL7 address. */
async function saveAddress(report_send_hl7_url: string): Promise<void> {
  const { result } = (await admin.get(`branch/detail/${ANDHERI}`)).body
  const { name: _name, status: _status, ...shown } = result
  const kept = Object.entries(shown).filter(([key]) => !/^has_|_img_url$/.test(key))
  const saved = await admin.post('branch/saveConfiguration', {
    ...Object.fromEntries(kept),
    report_send_hl7_url,
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}

it('held states are sent once their address is saved, long after the last attempt', async () => {
  await saveAddress('')
  const { request } = await ordered()
  const { visit, service } = await booked(request)
  await start(visit)
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Waiting'])
  // As after the tenth try: the queue does not try again.
  await askAdmin(
    server,
    `delete from pgboss.job where name = 'integrations/order_status' and state <> 'active'`,
  )
  // Saving another field of the configuration changes nothing here.
  await saveAddress('')
  expect(
    await askAdmin(
      server,
      `select id from pgboss.job where name = 'integrations/order_status' and state = 'created'`,
    ),
  ).toEqual([])
  await saveAddress(hl7.url)
  await until(request, ['Started Sent', 'Completed Sent'])
  expect(toldOf()).toEqual(['Arrived, started', 'Examination completed'])
})

it('a refused state after a settled one notifies again, even if the centre held it back before', async () => {
  const { request } = await ordered()
  const { visit, service } = await booked(request)
  hl7.refused = 'STARTED'
  await start(visit)
  await until(request, ['Started Failed'])
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Sent'])
  expect((await bellsOf(request)).some(({ waits }) => waits)).toBe(false)
  await connect({ url: '' })
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  const study = await putStudy(server)
  await admin.post('study/linkToVisit', { study_id: study, service_id: service, is_confirmed: 1 })
  await save(senior, study, { status: 'Signed', text: '<p>Clear.</p>', conclusion: '<p>Normal.</p>' })
  await senior.post(`${PHP}verifyReport`, { study_id: study })
  await until(request, ['Started Failed', 'Completed Sent', 'Final Failed'])
  await connect({})
  hl7.refused = undefined
  hl7.answer = 'AE'
  await expect(tryAgain(request)).rejects.toThrow('AE')
  const waiting = () => bellsOf(request).then((bells) => bells.filter(({ waits }) => waits))
  const rung = await waiting()
  expect(rung.map(({ username }) => username)).toContain('admin.sanjeevani')
  await expect(tryAgain(request)).rejects.toThrow('AE')
  expect(await waiting()).toEqual(rung)
})

it('a state is sent once by two simultaneous runs, and not at all if the branch does not want it', async () => {
  await connect({ status: 'Off' })
  const { request } = await ordered()
  const { visit, service } = await booked(request)
  await start(visit)
  expect(await statesOf(request)).toEqual([])
  await connect({ url: '' })
  await scan(visit, service)
  await until(request, ['Started Failed', 'Completed Waiting'])
  await connect({})
  const ends = await Promise.allSettled([tryAgain(request), tryAgain(request)])
  expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await statesOf(request)).toEqual(['Started Sent', 'Completed Sent'])
  expect(toldOf()).toEqual(['Arrived, started', 'Examination completed'])
})
