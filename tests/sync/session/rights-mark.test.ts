import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { followRights } from '#src/sync/session/follow-rights.ts'
import { openBare } from '../support/test-page.ts'

/** A page that follows the marks it is told of; `told` resolves once the page has dealt with it. */
function openPageOn(work: WorkDatabase, session = { id: 'one' as string | undefined }) {
  const rights$ = new Subject<string>()
  const state = { session, renewals: 0, fails: false, onRenew: () => undefined as unknown }
  const wiring = followRights(work, rights$, {
    sessionId: () => state.session.id,
    renew: async () => {
      state.renewals += 1
      state.onRenew()
      if (state.fails) throw new Error('offline')
    },
  })
  const tell = async (mark: string) => {
    rights$.next(mark)
    await work.meta.toArray()
    await new Promise(setImmediate)
    await work.meta.toArray()
    await new Promise(setImmediate)
    return state.renewals
  }
  return { state, tell, wiring }
}
const keptOf = async (work: WorkDatabase) => (await work.meta.get('rights'))?.text

test('the first mark and each different one refresh the session; the same one does not', async () => {
  const { work } = await openBare()
  const { tell } = openPageOn(work)
  expect([await tell('a'), await tell('a'), await tell('b'), await tell('b')]).toEqual([1, 1, 2, 2])
  expect(await keptOf(work)).toBe('one b')
})

test('a page that opens later knows the mark of the last refresh', async () => {
  const { work } = await openBare()
  await openPageOn(work).tell('a')
  const later = openPageOn(work)
  expect([await later.tell('a'), await later.tell('b')]).toEqual([0, 1])
})

test('another session has another mark', async () => {
  const { work } = await openBare()
  const { state, tell } = openPageOn(work)
  await tell('a')
  state.session.id = 'two'
  expect([await tell('a'), await tell('a')]).toEqual([2, 2])
})

test('a failed refresh is repeated at the next mark', async () => {
  const { work } = await openBare()
  const { state, tell } = openPageOn(work)
  state.fails = true
  expect(await tell('a')).toBe(1)
  expect(await keptOf(work)).toBeUndefined()
  state.fails = false
  expect([await tell('a'), await tell('a')]).toEqual([2, 2])
})

test('a refresh during which the session ended is not remembered', async () => {
  const { work } = await openBare()
  const { state, tell } = openPageOn(work)
  state.onRenew = () => {
    state.session.id = undefined
  }
  await tell('a')
  expect(await keptOf(work)).toBeUndefined()
})

test('nothing is followed once it has stopped', async () => {
  const { work } = await openBare()
  const { tell, wiring } = openPageOn(work)
  wiring.unsubscribe()
  expect(await tell('a')).toBe(0)
})
