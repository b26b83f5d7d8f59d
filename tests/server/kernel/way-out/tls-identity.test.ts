import { beforeAll, expect, test, vi } from 'vitest'
import { createTlsContexts, makeTlsContext } from '#server/kernel/way-out/tls-identity.ts'
import { makeTestAuthority } from '#tests/helpers/network/test-certificates.ts'

let ca: string
beforeAll(async () => {
  ca = (await makeTestAuthority()).cert
})

test('a context is kept while it is in use and dropped some minutes after its last use', () => {
  vi.useFakeTimers()
  try {
    const contextOf = createTlsContexts(300_000)
    const identity = { certificate: '', key: '', ca }
    const first = contextOf(identity)
    vi.advanceTimersByTime(299_000)
    expect(contextOf(identity)).toBe(first)
    vi.advanceTimersByTime(299_000)
    expect(contextOf(identity)).toBe(first)
    vi.advanceTimersByTime(301_000)
    expect(contextOf(identity)).not.toBe(first)
    expect(vi.getTimerCount()).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('an empty identity has no context, and a context created alone is not stored', () => {
  expect(createTlsContexts()({ certificate: '', key: '', ca: '' })).toBeUndefined()
  const identity = { certificate: '', key: '', ca }
  expect(makeTlsContext(identity)).not.toBe(makeTlsContext(identity))
})
