import { expect, test } from 'vitest'
import {
  isForgotten,
  isInUse,
  type PlacedCertificate,
  placeOfServer,
  placeText,
  type TlsServer,
  usersOf,
} from '#domain/certificate/certificates-in-use.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const daysAgo = (days: number, ms = 0) => new Date(NOW.getTime() - days * 86_400_000 + ms)
const server = (part: Partial<TlsServer> = {}): TlsServer => ({
  id: 's1',
  db_host: 'pacs.example',
  db_port: 2762,
  use_tls: true,
  active: true,
  ...part,
})
const seen = (part: Partial<PlacedCertificate> = {}): PlacedCertificate => ({
  role: 'server',
  place: 'pacs.example:2762',
  first_met: daysAgo(10),
  met: daysAgo(2),
  ...part,
})

test('a place is named by host and port, with brackets around an IPv6 host', () => {
  expect(placeText('pacs.example', 2762)).toBe('pacs.example:2762')
  expect(placeText('2001:db8::1', 2762)).toBe('[2001:db8::1]:2762')
  expect(placeOfServer(server())).toBe('pacs.example:2762')
})

test('a certificate of the other side is used by the servers at its place, our own by the server that stores it', () => {
  const other = server({ id: 's2', db_port: 11_112 })
  expect(usersOf(seen(), [server(), other])).toEqual([server()])
  expect(usersOf(seen({ role: 'client', place: 's2' }), [server(), other])).toEqual([other])
  expect(usersOf(seen({ role: 'authority', place: 's2' }), [server(), other])).toEqual([other])
  expect(usersOf(seen({ role: 'client', place: 'pacs.example:2762' }), [server()])).toEqual([])
})

test.each([{ active: false }, { use_tls: false }])('a server with %o uses no certificate', (part) => {
  expect(usersOf(seen(), [server(part)])).toEqual([])
  expect(isInUse(seen(), [server(part)], NOW)).toBe(false)
})

test('the certificate of a polled server is in use even if it was first seen just now', () => {
  expect(isInUse(seen({ first_met: NOW, met: NOW }), [server()], NOW)).toBe(true)
})

test('the certificate of a place without an image server is in use if it was seen for a day or more', () => {
  const longer = seen({ first_met: daysAgo(3), met: daysAgo(2) })
  expect(isInUse(longer, [], NOW)).toBe(true)
  expect(isInUse({ ...longer, first_met: daysAgo(3, 1) }, [], NOW)).toBe(false)
  expect(isInUse(longer, [server({ db_host: 'other.example', active: false })], NOW)).toBe(true)
  expect(isInUse({ ...longer, role: 'client' }, [], NOW)).toBe(false)
})

test('a certificate that was not seen for more than 60 days is forgotten and not in use', () => {
  expect(isForgotten({ met: daysAgo(60) }, NOW)).toBe(false)
  expect(isForgotten({ met: daysAgo(60, -1) }, NOW)).toBe(true)
  expect(isInUse(seen({ first_met: daysAgo(90), met: daysAgo(60) }), [], NOW)).toBe(true)
  expect(isInUse(seen({ first_met: daysAgo(90), met: daysAgo(60, -1) }), [], NOW)).toBe(false)
})
