import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAllowedAddress } from '#server/kernel/auth/allowed-address.ts'

test('an empty list allows every address', () => {
  expect(isAllowedAddress('203.0.113.9', [])).toBe(true)
})

test('addresses and networks of both families match, mapped ones by their real address', () => {
  const list = [' 10.0.0.0/8 ', '192.0.2.7', '2001:db8::/48']
  for (const address of ['10.200.3.4', '::ffff:10.0.0.1', '192.0.2.7', '2001:db8::1'])
    expect([address, isAllowedAddress(address, list)]).toEqual([address, true])
  for (const address of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '::1', 'localhost', ''])
    expect([address, isAllowedAddress(address, list)]).toEqual([address, false])
})

test('an invalid entry never allows anything', () => {
  const entry = fc.oneof(
    fc.string(),
    fc.constantFrom('10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '10.0.0.0/-1', '/8', '0/0'),
  )
  fc.assert(
    fc.property(entry, (text) => {
      fc.pre(!/^\s*[\d.:a-f]+(\/\d+)?\s*$/i.test(text) || /\/33|0\.0\/8|^0\/0/.test(text))
      expect(isAllowedAddress('203.0.113.9', [text])).toBe(false)
    }),
  )
})
