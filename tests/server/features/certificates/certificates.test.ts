import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certificatesJob } from '#server/features/certificates/certificates-job.ts'
import { issue, makeTestAuthority, type Pair } from '#tests/helpers/network/test-certificates.ts'
import { askAdmin } from '../look-inside.ts'
import { answerStudies, CLIENT, eventually, openPacsFixture, type PacsFixture } from '../pacs/pacs-fixture.ts'

const DAY_MS = 86_400_000

let desk: PacsFixture
let authority: Pair
const open: Server[] = []

beforeAll(async () => {
  desk = await openPacsFixture()
  authority = await makeTestAuthority()
})
afterAll(async () => {
  await desk.close()
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(async () => {
  desk.server.clock.now = new Date()
  await askAdmin(desk.server, `update pacs set active = false where client_id = $1`, [CLIENT])
  await askAdmin(desk.server, `delete from notification where client_id = $1`, [CLIENT])
})

/** Starts an image server on its own port, with a certificate that is valid for so many days. */
async function openArchive(days: number): Promise<{ port: number; server: Server }> {
  const { cert, key } = await issue(authority, `archive ${days}`, days)
  const server = createServer(
    { cert, key },
    answerStudies(() => []),
  )
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, server }
}

let names = 0
const addPacs = (port: number, changes: Record<string, unknown> = {}) =>
  desk.addPacs({
    name: `Secured ${++names}`,
    type: 'Premium',
    db_port: port,
    db_name: 'dicom-web',
    use_tls: true,
    auth_kind: 'None',
    server_ca: authority.cert,
    viewer_url: 'https://viewer.example/',
    ...changes,
  })

async function pollOnce(id: string): Promise<void> {
  await askAdmin(desk.server, `update pacs set state = 'never', last_ok = null where id = $1`, [id])
  const polling = desk.startPolling()
  await eventually(
    () => desk.pacs(id),
    ({ state }) => state === 'ok',
  )
  await polling.stop()
  await desk.server.app.kernel.certificates.flush()
}

const look = () => certificatesJob.run(desk.server.app.kernel, desk.server.app.log)
const wait = (days: number) => {
  desk.server.clock.now = new Date(Date.now() + days * DAY_MS)
}

/** Returns the certificate notifications of the client's administrator. */
async function bell(username = 'admin.sanjeevani'): Promise<string[]> {
  const rows = await askAdmin<{ kind: string; times: number; is_read: boolean }>(
    desk.server,
    `select n.kind, n.times, n.read_on is not null as is_read from notification n
     join app_user u on u.client_id = n.client_id and u.id = n.user_id
     where u.username = $1 and n.kind like 'certificate%'`,
    [username],
  )
  return rows.map(({ kind, times, is_read }) => `${kind} ${times}${is_read ? ' read' : ''}`).toSorted()
}

const admin = () => desk.server.signIn('admin.sanjeevani')
const formOf = async (id: string) => {
  const { body } = await (await admin()).get('pacs/list', { ps: '100' })
  const rows = body.result.data as { id: string; server_certificate_expires: string }[]
  return rows.find((row) => row.id === id)
}

test('an expiring server certificate met by polling is announced once, and once more after it expires', async () => {
  const { port } = await openArchive(40)
  const id = await addPacs(port)
  await pollOnce(id)
  await look()
  expect(await bell()).toEqual([])
  expect((await formOf(id))?.server_certificate_expires.slice(0, 10)).toBe(
    new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10),
  )
  wait(11)
  await look()
  await look()
  wait(20)
  await look()
  expect(await bell()).toEqual(['certificate_ending 1'])
  expect(await bell('dr.mehta')).toEqual([])
  expect(await bell('admin.alnoor')).toEqual([])
  wait(41)
  await look()
  await look()
  wait(50)
  await look()
  expect(await bell()).toEqual(['certificate_ending 1 read', 'certificate_expired 1'])
  const { body } = await (await admin()).get('interfaces/certificates')
  expect(body.result).toContainEqual({
    role: 'server',
    place: `127.0.0.1:${port}`,
    names: [`Secured ${names}`],
    subject: 'CN=archive 40',
    ends: expect.any(String),
    standing: 'expired',
  })
})

test('a known certificate is not announced at each check, and a new certificate is separate', async () => {
  const { port, server } = await openArchive(20)
  const id = await addPacs(port)
  await pollOnce(id)
  await look()
  expect(await bell()).toEqual(['certificate_ending 1'])
  await askAdmin(desk.server, `update notification set read_on = now() where client_id = $1`, [CLIENT])
  await look()
  expect(await bell()).toEqual(['certificate_ending 1 read'])
  server.setSecureContext(await issue(authority, 'renewed', 25))
  await pollOnce(id)
  await look()
  expect(await bell()).toEqual(['certificate_ending 1', 'certificate_ending 1 read'])
  server.setSecureContext(await issue(authority, 'renewed again', 300))
  await pollOnce(id)
  await look()
  expect(await bell()).toEqual(['certificate_ending 1 read', 'certificate_ending 1 read'])
})

test('two machines behind one name with different certificates are announced once each', async () => {
  const { port, server } = await openArchive(20)
  const second = await issue(authority, 'second', 22)
  const first = await issue(authority, 'first', 20)
  server.setSecureContext(first)
  const id = await addPacs(port)
  for (const pair of [first, second, first, second, first]) {
    server.setSecureContext(pair)
    await pollOnce(id)
    await look()
  }
  const told = await bell()
  expect(told.length, told.join()).toBe(2)
})

test('Test Connection records it too; an address that no image server uses is not in use', async () => {
  const { port } = await openArchive(10)
  const desked = await admin()
  const tested = {
    type: 'Premium',
    db_host: '127.0.0.1',
    db_port: port,
    use_tls: 1,
    db_name: 'dicom-web',
    auth_kind: 'None',
    server_ca: authority.cert,
  }
  expect((await desked.post('pacs/testConnection', tested)).body.result).toMatchObject({ ok: 1 })
  await desk.server.app.kernel.certificates.flush()
  await look()
  expect(await bell()).toEqual([])
  const id = await addPacs(port)
  expect((await formOf(id))?.server_certificate_expires).not.toBe('')
  await look()
  expect(await bell()).toEqual(['certificate_ending 1'])
  // The server no longer polls it, so the notification ends.
  await desk.updatePacs(id, { active: false })
  await look()
  expect(await bell()).toEqual(['certificate_ending 1 read'])
})

test('the client certificate of an image server is announced, and so is the centre’s own authority', async () => {
  const shown = await issue(authority, 'readroom', 12)
  const id = await addPacs(4_242, { client_certificate: shown.cert, client_key: 'sealed' })
  await look()
  await look()
  expect(await bell()).toEqual(['certificate_ending 1'])
  const renewed = await issue(authority, 'readroom', 300)
  await desk.updatePacs(id, { client_certificate: renewed.cert })
  await look()
  expect(await bell()).toEqual(['certificate_ending 1 read'])
  // The authority expires after 800 days: both have expired then.
  wait(801)
  await look()
  expect(await bell()).toEqual([
    'certificate_ending 1 read',
    'certificate_expired 1',
    'certificate_expired 1',
  ])
  await desk.updatePacs(id, { client_certificate: '', server_ca: '' })
  await look()
  expect((await bell()).filter((line) => !line.endsWith('read'))).toEqual([])
})

test('a failure for one client does not prevent announcements for others', async () => {
  const { port } = await openArchive(5)
  await pollOnce(await addPacs(port))
  await askAdmin(
    desk.server,
    `insert into partner_certificate (client_id, id, role, place, print, subject, begins, ends, first_met, met)
     select id, gen_random_uuid(), 'server', 'bad', 'x', 'x', now(), now(), now(), now() from client where id <> $1 limit 1`,
    [CLIENT],
  )
  const faults: unknown[] = []
  const log = Object.assign(Object.create(desk.server.app.log), {
    error: (line: unknown) => faults.push(line),
  })
  const { database, ...kernel } = desk.server.app.kernel
  const tenant: typeof database.tenant = (clientId, run) =>
    clientId === CLIENT ? database.tenant(clientId, run) : Promise.reject(new Error('broken'))
  await certificatesJob.run({ ...kernel, database: { ...database, tenant } }, log)
  expect(faults).toHaveLength(1)
  expect(await bell()).toEqual(['certificate_ending 1'])
})
