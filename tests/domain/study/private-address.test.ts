import { expect, test } from 'vitest'
import { isPrivateAddress } from '#domain/study/private-address.ts'

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.20',
  '169.254.3.4',
  '::1',
  '::ffff:192.168.1.20',
  'fd12:3456::1',
  'fe80::1',
])('%s is inside the centre', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '172.15.0.1',
  '192.169.1.1',
  '11.0.0.1',
  '2001:db8::1',
  '::ffff:8.8.8.8',
  '10.1.2',
  '10.1.2.300',
  'fd.example.org',
  '',
])('%s is outside', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test.each(['1.254.3.4', '8.254.0.1', '168.254.1.1', '170.254.1.1', '::ffff:203.254.0.9'])(
  '%s is outside: 254 counts after 169 alone',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  },
)
