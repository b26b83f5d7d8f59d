import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { startHospitalOrders } from '#server/features/hospital-orders/serve-orders.ts'
import { startWorklist } from '#server/features/modality-worklist/start-worklist.ts'
import { frameOf } from '#server/integrations/hl7/mllp-frames.ts'
import type { Listener } from '#server/integrations/listener.ts'
import { askMachine } from '#tests/helpers/archive/ask-machine.ts'
import { openDoors, orderOf } from '../hospital-orders/hospital.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

const PLACE = { host: '127.0.0.1', port: 0 }
let server: DemoServer
let listener: Listener
const open: Socket[] = []
const errors: unknown[] = []

beforeAll(async () => {
  server = await openDemo()
  await openDoors(server)
  await nameWorklist(SANJEEVANI.id, 'READROOM')
})
afterAll(() => server.close())
beforeEach(async () => {
  errors.length = 0
  await askAdmin(server, 'delete from exchange')
  await askAdmin(server, 'update exchange_peer set last_contact = null')
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await listener.close()
})

const nameWorklist = (clientId: string, aet: string) =>
  askAdmin(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, $2)
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [clientId, aet],
  )
const nameFacility = (clientId: string, facility: string) =>
  askAdmin(
    server,
    `insert into client_setting (client_id, hl7_facility) values ($1, $2)
     on conflict (client_id) do update set hl7_facility = excluded.hl7_facility`,
    [clientId, facility],
  )

const onError = (error: unknown) => errors.push(error)
const openHl7 = async () => {
  listener = await startHospitalOrders(server.app.kernel, PLACE, onError)
}
const openWorklist = async () => {
  listener = await startWorklist({ kernel: server.app.kernel, ...PLACE, onError })
}

async function dial(): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined)
  open.push(socket)
  await once(socket, 'connect')
  return socket
}
const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

/** Opens so many connections; the server closes the last `over` of them. */
async function dialMany(all: number, over: number): Promise<void> {
  for (let n = 0; n < all - over; n += 1) await dial()
  for (let n = 0; n < over; n += 1) await ended(await dial())
}

interface Row {
  client_id: string
  kind: string
  peer: string
  outcome: string
  code: string
  times: number
  reason: string
}

async function rows(): Promise<Row[]> {
  await server.app.kernel.exchanges.flush()
  return askAdmin<Row>(
    server,
    `select e.client_id, e.kind, p.name as peer, e.outcome, e.code, e.times, e.reason from exchange e
     join exchange_peer p on p.client_id = e.client_id and p.id = e.peer_id
     where e.code = 'connections' order by e.id`,
  )
}

test('HL7 connections over an address’s limit are one row with a count, under its known sender', async () => {
  await openHl7()
  const first = await dial()
  first.write(frameOf(orderOf({ id: 'CAP1', order: 'CAP-1' })))
  await once(first, 'data')
  await server.app.kernel.exchanges.flush()
  await askAdmin(server, 'update exchange_peer set last_contact = null')
  await dialMany(22, 3)
  expect(await rows()).toEqual([
    {
      client_id: SANJEEVANI.id,
      kind: 'hl7_in',
      peer: 'HIS at CITY',
      outcome: 'refused',
      code: 'connections',
      times: 3,
      reason:
        '20 connections of 127.0.0.1 were open, the most that one address may have. The next was ended before anything of it was read.',
    },
  ])
  // A refused connection does not count as contact: the silence alarm continues.
  const peers = await askAdmin(server, 'select name from exchange_peer where last_contact is not null')
  expect(peers).toEqual([])
  expect(errors).toEqual([])
})

test('C-FIND connections over an address’s limit are one row, under the machine that queried from there', async () => {
  await openWorklist()
  const [machine] = await askAdmin<{ aet: string }>(
    server,
    'select aet from machine where client_id = $1 and active and hidden is null order by aet limit 1',
    [SANJEEVANI.id],
  )
  const aet = machine?.aet ?? ''
  await askMachine({ port: listener.port, aet, called: 'READROOM' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await dialMany(34, 4)
  expect(await rows()).toMatchObject([
    { client_id: SANJEEVANI.id, kind: 'worklist', peer: aet, outcome: 'refused', times: 4 },
  ])
})

test('connections of an unknown address are logged for the only client of that endpoint', async () => {
  await openWorklist()
  await dialMany(31, 1)
  expect(await rows()).toMatchObject([
    { client_id: SANJEEVANI.id, kind: 'worklist', peer: 'Connections over the limit', times: 1 },
  ])
})

test('if several clients use the endpoint, an address that may be another’s is shown to nobody; the technical log has it once', async () => {
  await nameFacility(AL_NOOR.id, 'ALNOOR')
  await openHl7()
  await dialMany(24, 4)
  expect(await rows()).toEqual([])
  expect(errors.map(String)).toEqual([expect.stringContaining('20 connections of one address were open')])
  await nameFacility(AL_NOOR.id, '')
})
