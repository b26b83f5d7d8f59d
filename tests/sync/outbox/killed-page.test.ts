import { expect, test } from 'vitest'
import type { Databases } from '#src/db/open-databases.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { Doom, underDoom } from '../support/doom.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport } from '../support/rows.ts'
import {
  anAuthor,
  Browser,
  callerOver,
  isDrained,
  newUser,
  openBare,
  openPage,
  type Page,
  until,
  withStudy,
} from '../support/test-page.ts'

const kept = async ({ work }: Databases) => ({
  commands: await work.outbox.count(),
  effects: await work.overlay.count(),
  drafts: await work.drafts.count(),
})

test('a page that dies during a save has stored all of it or nothing', async () => {
  for (let at = 1; ; at += 1) {
    const userId = newUser()
    const databases = await openBare(userId)
    await withStudy(databases)
    const doom = new Doom(at)
    const save = () => saveDraftIn(databases, anAuthor(userId), aDraft('one'), 'Draft', saveLabel)
    const id = await underDoom(doom, save).catch(() => undefined)
    databases.close()
    const reopened = await openBare(userId)
    const after = await kept(reopened)
    reopened.close()
    if (!doom.hasStruck) {
      expect({ id: typeof id, ...after }).toEqual({ id: 'string', commands: 1, effects: 2, drafts: 1 })
      expect(at).toBeGreaterThan(4)
      return
    }
    expect(id).toBeUndefined()
    expect([
      { commands: 0, effects: 0, drafts: 0 },
      { commands: 1, effects: 2, drafts: 1 },
    ]).toContainEqual(after)
  }
})

/** Kills the page at step `at` of its sending; returns whether it came that far. */
async function dieWhileSending(browser: Browser, server: ModelServer, at: number): Promise<boolean> {
  const doom = new Doom(at)
  const page = await openPage(browser, server, { call: callerOver(doom.fetch(server.fetch)) })
  await underDoom(doom, async () => {
    page.device.wake()
    await until(async () => doom.hasStruck || (await isDrained(page.databases)))
    // A dead page makes neither writes nor requests.
    page.databases.close()
  })
  browser.locks.release(`readroom-sender-${browser.userId}`)
  void page.device.stop()
  return doom.hasStruck
}

test('a page that dies at any moment of sending loses nothing, and no command takes effect twice', async () => {
  for (let at = 1; ; at += 1) {
    const browser = new Browser()
    const server = new ModelServer()
    const offline = await openPage(browser, server)
    offline.link.set(false)
    await withStudy(offline.databases)
    for (const text of ['one', 'two'])
      await saveDraftIn(offline.databases, offline.device.author, aDraft(text), 'Draft', saveLabel)
    await offline.device.stop()
    offline.databases.close()

    const hasDied = await dieWhileSending(browser, server, at)

    const next = await openPage(browser, server)
    await until(() => isDrained(next.databases), `the delivery after dying at step ${at}`)
    expect(server.happened.map(({ text }) => text)).toEqual(['<p>one</p>', '<p>two</p>'])
    await expectAtRest(next, server)
    await next.device.stop()
    next.databases.close()
    if (!hasDied) {
      expect(at).toBeGreaterThan(8)
      return
    }
  }
})

async function expectAtRest({ databases }: Page, server: ModelServer): Promise<void> {
  const { id } = aReport()
  const copy = await databases.reports.find(id)
  expect(copy?.body.report_data).toBe('<p>two</p>')
  const draft = await databases.work.drafts.get(id)
  expect(draft?.baseRev).toBe(server.reports.get(id)?.rev)
}
