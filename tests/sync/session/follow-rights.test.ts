import { expect, test } from 'vitest'
import type { Caller } from '#src/sync/api/caller.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, callerOver, openPage, type Page, until } from '../support/test-page.ts'

/** Sets up a server that judges by the mark set here, and pages of one browser that must renew the session. */
function setUp() {
  const server = new ModelServer()
  const plain = callerOver(server.fetch)
  const state = {
    mark: 'one',
    session: 'first',
    pulls: 0,
    isDown: false,
    ends: false,
    renewed: [] as string[],
  }
  const call: Caller = async (target, input, options) => {
    const answer = await plain(target, input, options)
    if (target.key !== 'sync/pull') return answer
    state.pulls += 1
    return { ...(answer as object), rights: state.mark } as never
  }
  const browser = new Browser()
  const open = () =>
    openPage(browser, server, {
      call,
      credentials: () => ({ token: 'token', session_id: state.session }),
      onRights: async () => {
        state.renewed.push(state.mark)
        if (state.ends) state.session = ''
        if (state.isDown) throw new TypeError('fetch failed')
      },
    })
  return { state, open }
}

/** Runs one more pull of a page and its consequences. */
async function pull({ device, databases }: Page, state: { pulls: number }): Promise<void> {
  const before = state.pulls
  device.refresh()
  await until(() => state.pulls > before)
  await databases.work.meta.get('rights')
  await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Expects that the next pull fetches the session again, and that the pull after it does not. */
async function expectOneMore(page: Page, state: { pulls: number; renewed: string[] }): Promise<void> {
  const before = state.renewed.length
  await pull(page, state)
  expect(state.renewed.length).toBeGreaterThan(before)
  const now = state.renewed.length
  await pull(page, state)
  expect(state.renewed).toHaveLength(now)
}

test('rights that changed before a page’s first pull are fetched; unchanged ones are not fetched again', async () => {
  const { state, open } = setUp()
  const page = await open()
  await until(() => state.renewed.length > 0)
  await pull(page, state)
  expect(state.renewed).toEqual(['one'])
  state.mark = 'two'
  await pull(page, state)
  expect(state.renewed).toEqual(['one', 'two'])
  await page.device.stop()

  const same = await open()
  await until(() => state.pulls > 0)
  await pull(same, state)
  expect(state.renewed, 'the same rights as the kept session').toEqual(['one', 'two'])
  await same.device.stop()

  state.mark = 'three'
  const later = await open()
  await until(() => state.renewed.length > 2)
  expect(state.renewed, 'changed while the device was off').toEqual(['one', 'two', 'three'])
  await later.device.stop()
})

test('a failed request is repeated at the next pull', async () => {
  const { state, open } = setUp()
  state.isDown = true
  const page = await open()
  await until(() => state.renewed.length > 0)
  state.isDown = false
  await expectOneMore(page, state)
  await page.device.stop()
})

test('a request during which the session ended is repeated by the next session', async () => {
  const { state, open } = setUp()
  state.ends = true
  const page = await open()
  await until(() => state.renewed.length > 0)
  state.ends = false
  state.session = 'first'
  await expectOneMore(page, state)
  await page.device.stop()
})

test('a new session is fetched under the rights of its first pull', async () => {
  const { state, open } = setUp()
  const page = await open()
  await until(() => state.renewed.length > 0)
  state.session = 'second'
  await expectOneMore(page, state)
  await page.device.stop()
})
