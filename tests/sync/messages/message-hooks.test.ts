// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { useMessages } from '#src/sync/messages/use-messages.ts'
import { useNotices } from '#src/sync/messages/use-notices.ts'
import { useWhatsappLink } from '#src/sync/messages/use-whatsapp-link.ts'
import { turns } from '../support/held-calls.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
interface Asked {
  path: string
  signal: AbortSignal | null | undefined
  answer: (result: unknown) => Promise<void>
  fail: () => Promise<void>
}
let asked: Asked[] = []
const rest = () => turns(20)

beforeAll(() => loadTransport())
beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW })
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: RequestInit) =>
      new Promise<Response>((done, fail) => {
        signal?.addEventListener('abort', () => fail(signal.reason as Error))
        const then = (run: () => void) =>
          act(async () => {
            run()
            await rest()
          })
        asked.push({
          path: url.split('?')[0]!,
          signal,
          answer: (result) => then(() => done(new Response(JSON.stringify({ result })))),
          fail: () => then(() => fail(new TypeError('no network'))),
        })
      }),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const settled = () => act(async () => await rest())
const pass = async (ms: number) => {
  await act(async () => void vi.advanceTimersByTime(ms))
  await settled()
}
const show = (state: 'visible' | 'hidden') =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  })
const STUDY = '01994000-0000-7000-8000-000000000001'
const OTHER = '01994000-0000-7000-8000-000000000002'

test('messages are asked for when they are wanted, and again every two seconds while one is on its way', async () => {
  const initialProps: { isWanted: boolean; id?: string } = { isWanted: false }
  const { result, rerender, unmount } = renderHook(
    ({ isWanted, id = STUDY }: typeof initialProps) => useMessages(id, isWanted),
    { initialProps },
  )
  await settled()
  expect(asked).toHaveLength(0)
  rerender({ isWanted: true })
  await settled()
  expect(result.current.rows).toBeUndefined()
  await asked[0]!.answer([{ state: 'Waiting' }])
  expect(result.current.rows).toEqual([{ state: 'Waiting' }])
  await pass(1_999)
  expect(asked).toHaveLength(1)
  await pass(1)
  expect(asked).toHaveLength(2)
  await show('hidden')
  await pass(10_000)
  expect(asked).toHaveLength(2)
  await show('visible')
  await asked[1]!.answer([{ state: 'Sent' }])
  expect(result.current.rows).toEqual([{ state: 'Sent' }])
  await pass(10_000)
  expect(asked).toHaveLength(2)
  act(() => result.current.refresh())
  await settled()
  expect(asked).toHaveLength(3)
  await asked[2]!.fail()
  expect(result.current).toMatchObject({ rows: [{ state: 'Sent' }], error: { name: 'OfflineError' } })
  rerender({ isWanted: true, id: OTHER })
  await settled()
  expect(result.current).toMatchObject({ rows: undefined, error: undefined })
  unmount()
  expect(asked[3]!.signal?.aborted).toBe(true)
})

test('messages that are no longer wanted are not asked for again', async () => {
  const { rerender } = renderHook(({ isWanted }) => useMessages(STUDY, isWanted), {
    initialProps: { isWanted: true },
  })
  await settled()
  await asked[0]!.answer([{ state: 'Waiting' }])
  rerender({ isWanted: false })
  await pass(10_000)
  expect(asked).toHaveLength(1)
})

test('of an answer that was overtaken by another visit, nothing is shown', async () => {
  const { result, rerender } = renderHook(({ id }) => useNotices(id, true), { initialProps: { id: STUDY } })
  await settled()
  rerender({ id: OTHER })
  await settled()
  expect(asked[0]!.signal?.aborted).toBe(true)
  await asked[1]!.fail()
  expect(result.current).toMatchObject({ rows: undefined, error: { name: 'OfflineError' } })
})

const due = (ms: number) => new Date(NOW + ms).toISOString()
test.each([
  ['is at the gateway', { state: 'Sent', due: due(-5_000), message: { state: 'Waiting' } }, 2],
  ['is due now', { state: 'Planned', due: due(0), message: null }, 2],
  ['is planned for later', { state: 'Planned', due: due(60_000), message: null }, 1],
  ['was sent', { state: 'Sent', due: due(-5_000), message: { state: 'Sent' } }, 1],
])('a notice that %s is watched, or not', async (_, notice, times) => {
  const { result } = renderHook(() => useNotices(STUDY, true))
  await settled()
  await asked[0]!.answer([notice])
  expect(result.current.rows).toEqual([notice])
  await pass(2_000)
  expect(asked).toHaveLength(times)
})

const CODE = { state: 'Waiting', number: '', base64: 'QUJD' }
const paths = () => asked.map(({ path }) => path.split('/').at(-1))

test('the number that sends messages is looked up when it is wanted; a code is shown until it is scanned', async () => {
  const { result, rerender } = renderHook(({ isWanted }) => useWhatsappLink(isWanted), {
    initialProps: { isWanted: false },
  })
  await settled()
  expect(asked).toHaveLength(0)
  rerender({ isWanted: true })
  await settled()
  await asked[0]!.answer({ state: 'None', number: '' })
  expect(result.current).toMatchObject({ link: { state: 'None' }, code: undefined, isBusy: false })
  await pass(60_000)
  expect(asked).toHaveLength(1)

  act(() => result.current.begin())
  expect(result.current.isBusy).toBe(true)
  await settled()
  await asked[1]!.answer(CODE)
  expect(result.current).toMatchObject({
    link: { state: 'Waiting' },
    code: 'data:image/png;base64,QUJD',
    isBusy: false,
  })
  await pass(3_000)
  expect(asked).toHaveLength(3)
  expect(paths()[2]).toBe(paths()[0])
  await asked[2]!.answer({ state: 'Waiting', number: '' })
  expect(result.current.code).toBe('data:image/png;base64,QUJD')
  await pass(27_000)
  expect(paths().filter((path) => path === paths()[1]).length).toBe(2)
  await asked.findLast(({ path }) => path.endsWith(paths()[1]!))!.answer({ ...CODE, base64: 'REVG' })
  expect(result.current.code).toBe('data:image/png;base64,REVG')
  await pass(3_000)
  await asked.at(-1)!.answer({ state: 'Linked', number: '91' })
  expect(result.current).toMatchObject({ link: { state: 'Linked' }, code: undefined })
  const before = asked.length
  await pass(60_000)
  expect(asked).toHaveLength(before)
})

test('a code that takes longer than the next look is shown all the same', async () => {
  const { result } = renderHook(() => useWhatsappLink(true))
  await settled()
  await asked[0]!.answer({ state: 'None', number: '' })
  act(() => result.current.begin())
  await settled()
  await asked[1]!.answer(CODE)
  await pass(30_000)
  const renewal = asked.findLast(({ path }) => path.endsWith(paths()[1]!))!
  expect(renewal).not.toBe(asked[1])
  await pass(6_000)
  const look = asked.at(-1)!
  if (look !== renewal) await look.answer({ state: 'Waiting', number: '' })
  await renewal.answer({ ...CODE, base64: 'REVG' })
  expect(result.current.code).toBe('data:image/png;base64,REVG')
  await pass(3_000)
  expect(asked.at(-1)!.path).toBe(asked[0]!.path)
})

test('an unlinked number shows no code, and an answer that was overtaken changes nothing', async () => {
  const { result } = renderHook(() => useWhatsappLink(true))
  await settled()
  await asked[0]!.answer({ state: 'Linked', number: '91' })
  act(() => result.current.retry())
  act(() => result.current.unlink())
  expect(result.current).toMatchObject({ isBusy: true, link: { state: 'Linked' } })
  await settled()
  await asked[2]!.answer({ state: 'None', number: '' })
  expect(result.current).toMatchObject({ isBusy: false, link: { state: 'None' } })
  await asked[1]!.answer({ state: 'Linked', number: '91' })
  expect(result.current.link).toMatchObject({ state: 'None' })
})

test('a code that could not be asked for says why, and the next answer takes that away', async () => {
  const { result } = renderHook(() => useWhatsappLink(true))
  await settled()
  await asked[0]!.answer({ state: 'None', number: '' })
  act(() => result.current.begin())
  await settled()
  await asked[1]!.fail()
  expect(result.current).toMatchObject({
    link: { state: 'None' },
    isBusy: false,
    error: { name: 'OfflineError' },
  })
  act(() => result.current.begin())
  await settled()
  await asked[2]!.answer({ ...CODE, base64: '' })
  expect(result.current).toMatchObject({ error: undefined, code: undefined, link: { state: 'Waiting' } })
  const before = asked.length
  await pass(60_000)
  expect(asked).toHaveLength(before)
})
