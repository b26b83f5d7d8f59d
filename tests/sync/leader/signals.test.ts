import { firstValueFrom, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { browserLocks, NO_LOCKS } from '#src/sync/leader/browser-locks.ts'
import { openTabChannel, type TabMessage } from '#src/sync/leader/channel.ts'
import { listen } from '#src/sync/leader/listen.ts'
import { startPausable } from '#src/sync/leader/pausable-task.ts'
import { succeeds } from '#src/sync/leader/succeeds.ts'
import { createWakeSignal, pause } from '#src/sync/leader/wake-signal.ts'
import { HandLink } from '../support/test-page.ts'

const LONG_MS = 60_000
const never = new AbortController().signal

/** Returns whether the work ends within this turn. */
async function endsNow(work: Promise<unknown>): Promise<boolean> {
  const late = new Promise<'late'>((resolve) => setImmediate(() => setImmediate(() => resolve('late'))))
  return (await Promise.race([work.then(() => 'done'), late])) === 'done'
}

test('a sleeper wakes at a signal, at the end of its time and when it is told to stop', async () => {
  const signal = createWakeSignal()
  const woken = signal.wait(LONG_MS, never)
  expect(await endsNow(woken)).toBe(false)
  signal.wake()
  expect(await endsNow(woken)).toBe(true)
  await signal.wait(1, never)
  const stop = new AbortController()
  const stopped = signal.wait(LONG_MS, stop.signal)
  stop.abort()
  expect(await endsNow(stopped)).toBe(true)
  expect(await endsNow(signal.wait(LONG_MS, stop.signal))).toBe(true)
  expect(await endsNow(pause(LONG_MS, stop.signal))).toBe(true)
})

test('a signal while nobody sleeps ends the next sleep, once', async () => {
  const signal = createWakeSignal()
  signal.wake()
  signal.wake()
  expect(await endsNow(signal.wait(LONG_MS, never))).toBe(true)
  const stop = new AbortController()
  const second = signal.wait(LONG_MS, stop.signal)
  expect(await endsNow(second)).toBe(false)
  stop.abort()
  await second
})

test('a signal that ended a sleep does not end the next one', async () => {
  const signal = createWakeSignal()
  const first = signal.wait(LONG_MS, never)
  signal.wake()
  await first
  const stop = new AbortController()
  const second = signal.wait(LONG_MS, stop.signal)
  expect(await endsNow(second)).toBe(false)
  stop.abort()
  await second
})

test('succeeding work returns true, and an error is passed on', async () => {
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  expect(await succeeds(Promise.resolve(), note)).toBe(true)
  const problem = new Error('x')
  expect(await succeeds(Promise.reject(problem), note)).toBe(false)
  expect(errors).toEqual([problem])
})

test('a task runs once until it is paused, and again once it is resumed', async () => {
  const terms: AbortSignal[] = []
  const task = startPausable((signal) => {
    terms.push(signal)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  })
  expect(terms).toHaveLength(1)
  task.resume()
  expect(terms.map(({ aborted }) => aborted)).toEqual([false])
  expect(await endsNow(task.pause())).toBe(true)
  expect(await endsNow(task.pause())).toBe(true)
  expect(terms.map(({ aborted }) => aborted)).toEqual([true])
  task.resume()
  expect(terms.map(({ aborted }) => aborted)).toEqual([true, false])
})

function listenTo() {
  const link = new HandLink()
  const heard: string[] = []
  const posted: TabMessage[] = []
  const messages$ = new Subject<TabMessage>()
  const note = (what: string) => () => void heard.push(what)
  const channel = {
    messages$,
    post: (message: TabMessage) => void posted.push(message),
    close: () => undefined,
  }
  const wiring = listen(link, channel, {
    onOnline: note('online'),
    onOffline: note('offline'),
    onTry: note('try'),
    onWake: note('wake'),
    onPull: note('pull'),
    onRights: note('rights'),
  })
  return { link, heard, posted, messages$, wiring }
}

test('a hint of the network is heard as a try, and its end as offline', () => {
  const { link, heard, posted, wiring } = listenTo()
  link.set(false)
  link.hint(true)
  link.hint(false)
  expect([heard.slice(-2), posted.length]).toEqual([['try', 'offline'], 1])
  wiring.unsubscribe()
})

test('changes of the link are heard, and other pages hear when it is back', () => {
  const { link, heard, posted, wiring } = listenTo()
  link.set(false)
  expect([heard, posted]).toEqual([['online', 'offline'], [{ kind: 'online' }]])
  link.set(true)
  expect([heard.at(-1), posted.length]).toEqual(['online', 2])
  wiring.unsubscribe()
  link.set(false)
  expect(heard).toHaveLength(3)
})

test('messages of other pages are heard, each by its own handler', () => {
  const { heard, messages$, wiring } = listenTo()
  heard.length = 0
  for (const kind of ['wake', 'pull', 'rights', 'beat'] as const) messages$.next({ kind })
  expect(heard).toEqual(['wake', 'pull', 'rights'])
  wiring.unsubscribe()
  messages$.next({ kind: 'wake' })
  expect(heard).toHaveLength(3)
})

test('an offline page checks again once another page is online', () => {
  const { link, messages$ } = listenTo()
  messages$.next({ kind: 'online' })
  expect(link.looked).toBe(0)
  link.set(false)
  messages$.next({ kind: 'wake' })
  expect(link.looked).toBe(0)
  messages$.next({ kind: 'online' })
  expect(link.looked).toBe(1)
})

test('without locks in the browser nobody gets one, and a page waits until it gives up', async () => {
  const got: unknown[] = []
  const run = async (lock: object | null) => void got.push(lock)
  await NO_LOCKS.request('x', { ifAvailable: true }, run)
  expect(got).toEqual([null])
  const stop = new AbortController()
  const waiting = NO_LOCKS.request('x', { signal: stop.signal }, run)
  const end = waiting.catch(({ name }: Error) => name)
  expect(await endsNow(end)).toBe(false)
  stop.abort()
  expect(await end).toBe('AbortError')
  await expect(NO_LOCKS.request('x', { signal: stop.signal }, run)).rejects.toThrow('no locks')
  expect(got).toEqual([null])
})

test('the locks are those of the browser, if it has any', async () => {
  const asked: unknown[] = []
  const given = {
    request: async (name: string, options: LockOptions, run: (lock: object | null) => Promise<void>) => {
      asked.push(name, options)
      await run({})
    },
  }
  const own = Object.getOwnPropertyDescriptor(navigator, 'locks')
  const withLocks = (value: unknown) =>
    Object.defineProperty(navigator, 'locks', { value, configurable: true })
  withLocks(undefined)
  expect(browserLocks()).toBeUndefined()
  withLocks(given)
  const got: unknown[] = []
  await browserLocks()?.request('x', { steal: true }, async (lock) => void got.push(lock))
  expect([asked, got]).toEqual([['x', { steal: true }], [{}]])
  if (own) Object.defineProperty(navigator, 'locks', own)
  else Reflect.deleteProperty(navigator, 'locks')
})

test('a message reaches the other pages of its user until they close', async () => {
  const [one, other, stranger] = ['user', 'user', 'another'].map(openTabChannel)
  const heard: TabMessage[] = []
  stranger?.messages$.subscribe((message) => heard.push(message))
  one?.messages$.subscribe((message) => heard.push(message))
  const first = firstValueFrom(other!.messages$)
  one?.post({ kind: 'wake' })
  expect([await first, heard]).toEqual([{ kind: 'wake' }, []])
  for (const channel of [one, other, stranger]) channel?.close()
  expect(() => one?.post({ kind: 'wake' })).toThrow()
})
