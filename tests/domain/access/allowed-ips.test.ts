import { BlockList, isIP } from 'node:net'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { badAllowedIps, isAllowedIp, splitAllowedIps } from '#domain/access/allowed-ips.ts'
import { readAddress } from '#domain/access/ip-address.ts'

const v4 = fc.ipV4()
const v6 = fc.ipV6()
const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

test('an address is valid exactly where Node accepts one', () => {
  const text = fc.oneof(v4, v6, fc.string(), fc.stringMatching(/^[0-9a-f:.]{0,24}$/))
  fc.assert(
    fc.property(text, (address) => {
      fc.pre(!address.includes('%'))
      expect([address, readAddress(address) !== undefined]).toEqual([address, isIP(address) !== 0])
    }),
    { numRuns: 2000 },
  )
})

test('a network contains exactly the addresses in Node’s own list', () => {
  const network = fc.oneof(
    fc.record({ net: v4, bits: fc.integer({ min: 0, max: 32 }), seen: v4 }),
    fc.record({ net: v6, bits: fc.integer({ min: 0, max: 128 }), seen: v6 }),
  )
  fc.assert(
    fc.property(network, ({ net, bits, seen }) => {
      fc.pre(!/^::ffff:/i.test(net) && !/^::ffff:/i.test(seen))
      const list = new BlockList()
      list.addSubnet(net, bits, family(net))
      for (const address of [seen, net])
        expect([address, isAllowedIp(address, [`${net}/${bits}`])]).toEqual([
          address,
          list.check(address, family(address)),
        ])
    }),
    { numRuns: 2000 },
  )
})

test('a range includes its ends and the addresses between them; a reversed range is refused', () => {
  fc.assert(
    fc.property(v4, v4, v4, (one, other, seen) => {
      const value = (address: string) => readAddress(address)?.value ?? 0n
      const [from, to] = value(one) <= value(other) ? [one, other] : [other, one]
      const lies = value(from) <= value(seen) && value(seen) <= value(to)
      expect(isAllowedIp(seen, [`${from} - ${to}`])).toBe(lies)
      for (const end of [from, to]) expect(isAllowedIp(end, [`${from}-${to}`])).toBe(true)
      if (from !== to) expect(badAllowedIps([`${to}-${from}`])).toEqual([`${to}-${from}`])
    }),
  )
})

test('a mapped IPv4 peer is the IPv4 address, in addresses, networks and ranges', () => {
  fc.assert(
    fc.property(v4, (address) => {
      expect(isAllowedIp(`::ffff:${address}`, [address])).toBe(true)
      expect(isAllowedIp(address, [`::ffff:${address}`, '2001:db8::1'])).toBe(true)
      expect(isAllowedIp(address, [`::ffff:${address}/128`])).toBe(true)
      expect(isAllowedIp(`::ffff:${address}`, [`${address}-${address}`])).toBe(true)
    }),
  )
  expect(isAllowedIp('10.1.2.3', ['::ffff:10.0.0.0/104'])).toBe(true)
})

test('an entry without meaning is reported as written and allows no address', () => {
  const nonsense = [
    '300.1.1.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '1.1.1.1-',
    'office',
    '10.0.0.1-2001:db8::1',
    '::/129',
  ]
  expect(badAllowedIps(splitAllowedIps(` 192.0.2.7 ,, ${nonsense.join(' , ')},2001:db8::/48`))).toEqual(
    nonsense,
  )
  for (const address of ['10.0.0.1', '::1', '1.1.1.1']) expect(isAllowedIp(address, nonsense)).toBe(false)
  expect(isAllowedIp('not an address', ['0.0.0.0/0', '::/0'])).toBe(false)
  expect(isAllowedIp('anything', [])).toBe(true)
})
