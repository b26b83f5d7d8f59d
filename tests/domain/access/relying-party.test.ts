import { expect, test } from 'vitest'
import { findRelyingParty } from '#domain/access/relying-party.ts'

test.each([
  ['https://ris.example.org', 'ris.example.org'],
  ['https://ris.example.org:8443', 'ris.example.org'],
  ['https://RIS', 'ris'],
  ['http://localhost:8080', 'localhost'],
  ['http://app.localhost', 'app.localhost'],
])('passkeys work at %s under %s', (address, rpId) => {
  expect(findRelyingParty(address)).toEqual({ rpId, origin: new URL(address).origin })
})

test.each([
  'http://ris.example.org',
  'https://192.168.1.20',
  'https://3232235796',
  'https://[::1]:8443',
  'http://127.0.0.1:8080',
  'http://localhost.example.org',
  'https://',
  'ris.example.org',
  '',
])('browsers offer no passkeys at %s', (address) => {
  expect(findRelyingParty(address)).toBeUndefined()
})
