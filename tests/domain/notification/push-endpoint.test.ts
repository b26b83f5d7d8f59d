import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPushEndpoint, PUSH_ENDPOINT_MAX } from '#domain/notification/push-endpoint.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is a push service of a browser', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(true)
})

test.each([
  'https://push.apple.com/abc',
  'https://evilpush.apple.com.example/abc',
  'https://xnotify.windows.com/abc',
  'https://127.0.0.1/abc',
  'http://127.0.0.1:9/abc',
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://somebody@fcm.googleapis.com/abc',
  'https://:secret@fcm.googleapis.com/abc',
  'https://.push.apple.com/abc',
  'fcm.googleapis.com',
  '',
])('%s is not a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint)).toBe(false)
})

test('loopback is accepted only if it is allowed, and no other internal address is', () => {
  expect(isPushEndpoint('http://127.0.0.1:9/abc', { allowsLoopback: true })).toBe(true)
  expect(isPushEndpoint('http://10.0.0.1:9/abc', { allowsLoopback: true })).toBe(false)
  expect(isPushEndpoint('http://127.0.0.1.example/abc', { allowsLoopback: true })).toBe(false)
  expect(isPushEndpoint('ftp://127.0.0.1/abc', { allowsLoopback: true })).toBe(false)
  expect(isPushEndpoint('https://localhost/abc', { allowsLoopback: true })).toBe(true)
  expect(isPushEndpoint('https://fcm.googleapis.com/abc', { allowsLoopback: true })).toBe(true)
})

test('no numeric address is ever a push service', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6().map((ip) => `[${ip}]`),
      ),
      fc.webPath(),
      (host, path) => !isPushEndpoint(`https://${host}${path}`),
    ),
  )
})

test('an endpoint of the greatest length is accepted, and one character more is not', () => {
  const start = 'https://fcm.googleapis.com/'
  const longest = start.padEnd(PUSH_ENDPOINT_MAX, 'a')
  expect(isPushEndpoint(longest)).toBe(true)
  expect(isPushEndpoint(`${longest}a`)).toBe(false)
})
