import { expect, test, vi } from 'vitest'
import type { Resolved, WayOutOptions } from '#server/kernel/way-out/way-out.ts'
import { makeWayOut } from '#tests/helpers/network/way-out.ts'

const names: Record<string, string[]> = {
  'pacs.example': ['93.184.215.14'],
  'inside.example': ['10.0.0.5'],
  'vpn.example': ['100.64.0.7'],
  'both.example': ['127.0.0.1', '93.184.215.14', '169.254.169.254'],
  'metadata.example': ['169.254.169.254'],
  'six.example': ['fd12::5', '2606:4700::5'],
  'self.example': ['93.184.215.99'],
  'db.example': ['10.0.0.9'],
}
const resolve = async (host: string): Promise<Resolved[]> => {
  const found = names[host]
  if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const find = (host: string, port = 443, changes: Partial<WayOutOptions> = {}) =>
  makeWayOut({ resolve, ...changes }).find({ host, port })
const addressesOf = async (...asked: Parameters<typeof find>) =>
  (await find(...asked)).addresses.map(({ address }) => address)
const reachesPrivate = async () => true

test('public addresses may be called on any port', async () => {
  expect(await addressesOf('pacs.example', 11_112)).toEqual(['93.184.215.14'])
  expect(await addressesOf('8.8.8.8')).toEqual(['8.8.8.8'])
})

test.each(['inside.example', 'vpn.example', '192.168.0.1', '[fd12::5]', '::ffff:10.0.0.5'])(
  '%s may be called if the platform allows private addresses',
  async (host) => {
    await expect(find(host)).rejects.toMatchObject({ reason: 'not_allowed' })
    expect((await find(host, 443, { reachesPrivate })).addresses).toHaveLength(1)
  },
)

test.each([
  'metadata.example',
  '169.254.169.254',
  'fd00:ec2::254',
  '0.0.0.0',
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  'localhost',
  'user@pacs.example',
  '/var/run/postgresql',
  'pacs.example/studies',
])('%s may not be called, whatever the platform allows', async (host) => {
  const local = { reachesPrivate, resolve: async () => [{ address: '127.0.0.1', family: 4 }] }
  await expect(find(host, 443, host === 'localhost' ? local : { reachesPrivate })).rejects.toMatchObject({
    reason: 'not_allowed',
  })
})

test('only the allowed addresses of a name with several addresses remain', async () => {
  expect(await addressesOf('both.example')).toEqual(['93.184.215.14'])
  expect(await addressesOf('six.example')).toEqual(['2606:4700::5'])
})

test('only the ports of this machine named in the setting are called', async () => {
  const loopbackPorts = [8042]
  expect(await addressesOf('127.0.0.1', 8042, { loopbackPorts })).toEqual(['127.0.0.1'])
  await expect(find('127.0.0.1', 8043, { loopbackPorts })).rejects.toMatchObject({ reason: 'not_allowed' })
  await expect(find('0.0.0.0', 8042, { loopbackPorts })).rejects.toMatchObject({ reason: 'not_allowed' })
})

test('the server does not call itself: not its own port, under any of its addresses and names', async () => {
  const changes: Partial<WayOutOptions> = {
    loopbackPorts: 'all',
    reachesPrivate,
    ownAddresses: () => ['127.0.0.1', '192.168.0.50', '93.184.215.14'],
    ownPlaces: () => [
      { host: '0.0.0.0', port: 8080 },
      { host: 'self.example', port: 443, isNameOnly: true },
      { host: 'db.example', port: 5432 },
    ],
  }
  for (const [host, port] of [
    ['127.0.0.1', 8080],
    ['::1', 8080],
    ['192.168.0.50', 8080],
    ['pacs.example', 8080],
    ['self.example', 443],
    ['db.example', 5432],
    ['10.0.0.9', 5432],
  ] as const)
    await expect(find(host, port, changes), `${host}:${port}`).rejects.toMatchObject({
      reason: 'not_allowed',
    })
  // Other services behind the reverse proxy of the server's own name.
  expect(await addressesOf('93.184.215.99', 443, changes)).toEqual(['93.184.215.99'])
  // The same machine at other ports, and others at the same port.
  expect(await addressesOf('192.168.0.50', 8042, changes)).toEqual(['192.168.0.50'])
  expect(await addressesOf('192.168.0.51', 8080, changes)).toEqual(['192.168.0.51'])
  expect(await addressesOf('10.0.0.9', 8042, changes)).toEqual(['10.0.0.9'])
})

test('a server that listens on this machine only is not called there', async () => {
  const own = { loopbackPorts: 'all' as const, ownPlaces: () => [{ host: '127.0.0.1', port: 8080 }] }
  await expect(find('127.9.9.9', 8080, own)).rejects.toMatchObject({ reason: 'not_allowed' })
})

test('a name is resolved once, and an address is not resolved', async () => {
  const asked = vi.fn(resolve)
  await find('pacs.example', 443, { resolve: asked })
  await find('8.8.8.8', 443, { resolve: asked })
  expect(asked.mock.calls).toEqual([['pacs.example']])
})

test('an unknown name is reported', async () => {
  await expect(find('nowhere.example')).rejects.toMatchObject({ reason: 'not_found' })
  await expect(find('pacs.example', 443, { resolve: async () => [] })).rejects.toMatchObject({
    reason: 'not_found',
  })
})

test.each([0, -1, 65_536, 1.5, Number.NaN])('%s is not a port', async (port) => {
  await expect(find('pacs.example', port)).rejects.toMatchObject({ reason: 'not_allowed' })
})

test('the right to private addresses is checked each time', async () => {
  let isAllowed = true
  const out = makeWayOut({ resolve, reachesPrivate: async () => isAllowed })
  const place = { host: 'inside.example', port: 443 }
  expect((await out.find(place)).addresses).toHaveLength(1)
  isAllowed = false
  await expect(out.find(place)).rejects.toMatchObject({ reason: 'not_allowed' })
})
