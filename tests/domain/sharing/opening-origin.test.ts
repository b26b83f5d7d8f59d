import { expect, test } from 'vitest'
import { openingOrigin } from '#domain/sharing/opening-origin.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0'

test.each([
  [IPHONE, '203.0.113.9', 'Safari on iPhone, network 203.0.…'],
  [EDGE, '::ffff:10.1.2.3', 'Edge on Windows, network 10.1.…'],
  ['curl/8.0', '2001:db8:1::7', 'Unknown browser, network 2001:db8:…'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0', '2001::7', 'Firefox on Linux, network 2001:0:…'],
  ['', 'fe80:1', 'Unknown browser'],
  ['', '::1', 'Unknown browser, this machine'],
  ['', 'unknown', 'Unknown browser'],
])('%s at %s is shown as "%s"', (userAgent, address, place) => {
  expect(openingOrigin(userAgent, address)).toBe(place)
})
