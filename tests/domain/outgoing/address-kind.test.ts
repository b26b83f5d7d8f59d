import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AddressKind, kindOfAddress } from '#domain/outgoing/address-kind.ts'
import { readHost } from '#domain/outgoing/host.ts'

test.each<[AddressKind, string]>([
  ['public', '8.8.8.8'],
  ['public', '172.32.0.1'],
  ['public', '192.167.255.255'],
  ['public', '100.63.255.255'],
  ['public', '100.128.0.0'],
  ['public', '223.255.255.255'],
  ['public', '2606:4700:4700::1111'],
  ['public', '::ffff:8.8.8.8'],
  ['public', '64:ff9b::808:808'],
  ['private', '10.255.255.255'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.20'],
  ['private', '100.64.0.1'],
  ['private', '100.127.255.255'],
  ['private', 'fd12:3456::1'],
  ['private', 'fc00::1'],
  ['private', '::ffff:192.168.1.20'],
  ['private', '64:ff9b::10.0.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.255'],
  ['loopback', '::1'],
  ['loopback', '::ffff:127.0.0.1'],
  ['loopback', '::ffff:7f00:1'],
  ['loopback', '64:ff9b::7f00:1'],
  ['never', '0.0.0.0'],
  ['never', '0.1.2.3'],
  ['never', '::'],
  ['never', '169.254.169.254'],
  ['never', '::ffff:169.254.169.254'],
  ['never', '64:ff9b::a9fe:a9fe'],
  ['never', '168.63.129.16'],
  ['never', '100.100.100.200'],
  ['never', 'fd00:ec2::254'],
  ['never', 'fe80::1'],
  ['never', 'febf::1'],
  ['never', 'fec0::1'],
  ['never', 'ff02::1'],
  ['never', '224.0.0.1'],
  ['never', '239.255.255.255'],
  ['never', '240.0.0.1'],
  ['never', '255.255.255.255'],
  ['never', '192.0.0.192'],
  ['never', '192.0.2.7'],
  ['never', '198.18.0.1'],
  ['never', '198.51.100.9'],
  ['never', '203.0.113.9'],
  ['never', '::127.0.0.1'],
  ['never', '::8.8.8.8'],
  ['never', '64:ff9b:1::7f00:1'],
  ['never', '2002:7f00:1::'],
  ['never', '2001:0:7f00:1::'],
  ['never', '2001:db8::1'],
  ['never', '100::1'],
  ['never', 'localhost'],
  ['never', '127.1'],
  ['never', '0177.0.0.1'],
  ['never', ''],
])('%s: %s', (kind, address) => {
  expect(kindOfAddress(address)).toBe(kind)
})

/** Draws first bytes of special networks as often as any other byte. */
const byte = fc.oneof(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 254, 255), fc.nat(255))
const v4 = fc.tuple(byte, byte, byte, byte)
const dotted = (bytes: readonly number[]) => bytes.join('.')
const numberOf = ([a, b, c, d]: readonly number[]) => ((a! * 256 + b!) * 256 + c!) * 256 + d!
const hex = (value: number) => value.toString(16)

test('an address of a special network is never public', () => {
  fc.assert(
    fc.property(v4, ([a, b, c, d]) => {
      const isSpecial =
        [0, 10, 127].includes(a) ||
        a >= 224 ||
        (a === 169 && b === 254) ||
        (a === 172 && b >> 4 === 1) ||
        (a === 192 && b === 168) ||
        (a === 100 && b >> 6 === 1)
      if (isSpecial) expect(kindOfAddress(dotted([a, b, c, d]))).not.toBe('public')
    }),
    { numRuns: 5_000 },
  )
})

test('an IPv4 address has the same kind inside IPv6, mapped or translated', () => {
  fc.assert(
    fc.property(v4, (bytes) => {
      const kind = kindOfAddress(dotted(bytes))
      const [high, low] = [bytes[0] * 256 + bytes[1], bytes[2] * 256 + bytes[3]]
      expect(kindOfAddress(`::ffff:${dotted(bytes)}`)).toBe(kind)
      expect(kindOfAddress(`::ffff:${hex(high)}:${hex(low)}`)).toBe(kind)
      expect(kindOfAddress(`0:0:0:0:0:FFFF:${hex(high)}:${hex(low)}`)).toBe(kind)
      expect(kindOfAddress(`64:ff9b::${dotted(bytes)}`)).toBe(kind)
    }),
    { numRuns: 2_000 },
  )
})

const group = fc.oneof(
  fc.constantFrom(0, 1, 0x64, 0x2001, 0x2002, 0xfc00, 0xfe80, 0xff02, 0xffff),
  fc.nat(0xffff),
)

test('outside the internet’s eighth of IPv6 only a translated address is public', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const text = groups.map(hex).join(':')
      const isGlobal = groups[0]! >> 13 === 1
      const isInside = /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/.test(text)
      if (!isGlobal && !isInside) expect(kindOfAddress(text)).not.toBe('public')
    }),
    { numRuns: 5_000 },
  )
})

test('every spelling of an IPv4 address gives the usual host', () => {
  const octal = (value: number) => `0${value.toString(8)}`
  const spelling = fc.tuple(
    v4,
    fc.array(fc.constantFrom('dec', 'oct', 'hex'), { minLength: 4, maxLength: 4 }),
  )
  fc.assert(
    fc.property(spelling, fc.boolean(), ([bytes, ways], hasDot) => {
      const part = (value: number, i: number) =>
        ways[i] === 'oct' ? octal(value) : ways[i] === 'hex' ? `0X${hex(value)}` : String(value)
      const dot = hasDot ? '.' : ''
      expect(readHost(bytes.map(part).join('.') + dot)).toBe(dotted(bytes))
      expect(readHost(String(numberOf(bytes)) + dot)).toBe(dotted(bytes))
      expect(readHost(`0x${hex(numberOf(bytes))}${dot}`)).toBe(dotted(bytes))
      const [a, b, c, d] = bytes
      expect(readHost(`${a}.${(b * 256 + c) * 256 + d}`)).toBe(dotted(bytes))
      expect(readHost(`${a}.${b}.${c * 256 + d}`)).toBe(dotted(bytes))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['PACS.Example.org', 'pacs.example.org'],
  ['localhost.', 'localhost'],
  ['  10.0.0.5 ', '10.0.0.5'],
  ['[::1]', '::1'],
  ['::FFFF:127.0.0.1', '::ffff:7f00:1'],
  ['127.1', '127.0.0.1'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s is the host %s', (text, host) => {
  expect(readHost(text)).toBe(host)
})

test.each([
  '',
  '.',
  'host:80',
  'user@host',
  'http://host',
  'host/path',
  'host?x',
  'host#x',
  'a host',
  'host\\@other',
  'fe80::1%eth0',
  '[fe80::1%25eth0]',
  '%31%32%37.0.0.1',
  '/var/run/postgresql',
  '256.1.1.1',
  '[::1',
])('%s is no host', (text) => {
  expect(readHost(text)).toBeUndefined()
})
