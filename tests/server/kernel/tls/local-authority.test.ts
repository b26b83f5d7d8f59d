import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCertificate } from '#server/kernel/tls/certificate.ts'
import { authorityFile, getLocalCertificate } from '#server/kernel/tls/local-authority.ts'
import { localNames } from '#server/kernel/tls/local-names.ts'

const NOW = new Date()
const NAMES = {
  hosts: ['localhost', 'reading-room', 'reading-room.local'],
  addresses: ['127.0.0.1', '::1', '192.168.1.20'],
}
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'readroom-tls-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const authority = () => readFileSync(authorityFile(dataDir), 'utf8')

test('a client that trusts the authority can reach the server under any of its names', async () => {
  const { cert, key } = await getLocalCertificate(dataDir, NOW, NAMES)
  const server = createServer({ cert, key }, (_request, answer) => answer.end('welcome'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = (servername: string, ca: string[]) =>
    new Promise((done, refuse) => {
      const options = { host: '127.0.0.1', port, servername, ca, agent: false }
      get({ ...options, headers: { host: servername } }, (answer) =>
        answer.on('data', (chunk) => done(String(chunk))),
      ).once('error', refuse)
    })
  for (const name of ['localhost', 'reading-room', 'reading-room.local'])
    expect(await open(name, [authority()])).toBe('welcome')
  await expect(open('elsewhere', [authority()])).rejects.toThrow("does not match certificate's altnames")
  await expect(open('localhost', [])).rejects.toMatchObject({
    code: expect.stringMatching(/SELF_SIGNED|ISSUER/),
  })
  server.close()
})

test('the certificate names every address, cannot sign others, and is not too long-lived for a browser', async () => {
  const { cert } = await getLocalCertificate(dataDir, NOW, NAMES)
  const leaf = new X509Certificate(cert)
  for (const address of NAMES.addresses) expect(leaf.checkIP(address), address).toBeDefined()
  expect(leaf.ca).toBe(false)
  expect(new X509Certificate(authority()).ca).toBe(true)
  const days = (Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)) / 86_400_000
  expect(days).toBeLessThanOrEqual(398)
})

test('it stays the same at the next start', async () => {
  const first = await getLocalCertificate(dataDir, NOW, NAMES)
  expect(await getLocalCertificate(dataDir, inDays(300), NAMES)).toEqual(first)
})

test.each([
  ['near its end', inDays(370), NAMES],
  ['when the machine has a new address', NOW, { ...NAMES, addresses: [...NAMES.addresses, '10.0.0.7'] }],
  ['when the machine has a new name', NOW, { ...NAMES, hosts: [...NAMES.hosts, 'desk'] }],
])('it is renewed %s, by the same authority', async (_when, now, names) => {
  const first = await getLocalCertificate(dataDir, NOW, NAMES)
  const trusted = authority()
  const second = await getLocalCertificate(dataDir, now, names)
  expect(second.cert).not.toBe(first.cert)
  expect(authority()).toBe(trusted)
})

test('keys are readable by their owner only', async () => {
  await getLocalCertificate(dataDir, NOW, NAMES)
  for (const name of ['authority.key', 'server.key'])
    expect(statSync(join(dataDir, 'tls', name)).mode & 0o777, name).toBe(0o600)
})

test("this machine's own names can be certified", async () => {
  const names = localNames()
  expect(names.hosts).toContain('localhost')
  expect(names.addresses).toContain('127.0.0.1')
  const first = await getLocalCertificate(dataDir, NOW, names)
  expect(await getLocalCertificate(dataDir, NOW, names)).toEqual(first)
})

test('given files take precedence over the local authority, and without either the server uses plain HTTP', async () => {
  const { cert, key } = await getLocalCertificate(dataDir, NOW, NAMES)
  const tls = { certFile: join(dataDir, 'tls', 'server.crt'), keyFile: join(dataDir, 'tls', 'server.key') }
  const given = await findCertificate({ tls, isLocalHttps: true, dataDir }, NOW)
  expect(given?.key).toBe(key)
  expect(cert.startsWith(given?.cert ?? 'none')).toBe(true)
  expect(await findCertificate({ tls: undefined, isLocalHttps: false, dataDir }, NOW)).toBeUndefined()
})
