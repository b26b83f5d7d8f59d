import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectDrained, waitingOn } from '../helpers/browser/device-store.ts'
import { expectEachOnce, findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../helpers/people.ts'
import { openReport, placeOf, saveDraft, typeReport } from '../helpers/report-editor.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

// One test starts browsers and servers several times; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

/** Less than the silence after which a leader is deposed: nothing waits for a closed page. */
const AT_ONCE = { timeout: 10_000 }
/** That silence, plus time to send. */
const AFTER_SILENCE = { timeout: 25_000 }

interface TwoTabs {
  browser: BrowserContext
  /** The first tab, with the report `one` open: it sends for both. */
  leader: Page
  follower: Page
  one: string
  two: string
}

async function openTwoTabs(name: string): Promise<TwoTabs> {
  const [one = '', two = ''] = await giveStudies(system.server, 2)
  const browser = await openBrowser(system.profile(`${name}-${Date.now()}`))
  const leader = browser.pages()[0] ?? (await browser.newPage())
  await leader.addInitScript(countTransactions)
  await signIn(leader, system.url, DEMO_SIGN_IN.senior)
  await openReport(leader, system.url, one)
  const follower = await browser.newPage()
  await openReport(follower, system.url, two)
  return { browser, leader, follower, one, two }
}

const deliveriesBy = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sync/commands')) sent.push(request.url())
  })
  return sent
}

/**
 * Returns the finished sentences among the versions of a report, each once. The editor saves by itself every
 * ten seconds, also in the middle of a word or just before the button is pressed.
 */
async function textsOf(study: string): Promise<string[]> {
  const report = await findReport(system.server, study)
  return [...new Set(report?.versions.map(({ text }) => text).filter((text) => text.endsWith('.</p>')))]
}

interface CountingPage {
  openTransactions: Set<IDBTransaction>
}

/** Counts a page's open transactions. Runs before its code: Dexie keeps the function that it finds at first. */
function countTransactions(): void {
  const open = new Set<IDBTransaction>()
  Object.assign(globalThis, { openTransactions: open } satisfies CountingPage)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its database
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...asked) {
    const begun = begin.apply(this, asked)
    open.add(begun)
    for (const end of ['complete', 'abort']) begun.addEventListener(end, () => open.delete(begun))
    return begun
  }
}

/**
 * Stops the page when it has no open transaction, until `path` is answered (a browser freezes no page in the middle
 * of a transaction: the other pages would wait for it).
 */
async function stopBetweenTransactions(path: string): Promise<void> {
  const { openTransactions } = globalThis as unknown as CountingPage
  while (openTransactions.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const answer = new XMLHttpRequest()
  answer.open('GET', path, false)
  answer.send()
}

const UNTIL_THAWED = '/api/until-thawed'

/**
 * Stops a page: no line of its code runs, and it keeps what it holds. It waits for a response that is not
 * sent: the browser's own freezing (Page.setWebLifecycleState) leaves the timers of a visible page running,
 * and a page that the debugger stops still receives messages of other tabs and begins transactions that do
 * not end. Returns the function that lets it continue.
 */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const waited = system.line.fail({ to: new RegExp(`^${UNTIL_THAWED}`), after: 'nothing', ending: 'stall' })
  const going = page.evaluate(stopBetweenTransactions, UNTIL_THAWED)
  await expect.poll(() => waited.hits, 'it stands still').toBe(1)
  return async () => {
    waited.release()
    await going
  }
}

test('a tab closed while it sends for another tab hands the queue to that tab within seconds', async () => {
  const { browser, leader, follower, one, two } = await openTwoTabs('closed')
  const answers = system.line.fail({ to: /sync\/commands/, after: 'nothing', ending: 'stall' })
  const byFollower = deliveriesBy(follower)
  await typeReport(leader, 'Sent by a tab that was closed.')
  await saveDraft(leader)
  await typeReport(follower, 'Sent for its neighbour.')
  await saveDraft(follower)
  await expect.poll(() => answers.hits, 'both are on their way').toBe(2)
  const acknowledged = await waitingOn(follower)
  expect(acknowledged.length).toBeGreaterThanOrEqual(2)
  expect(byFollower, 'one tab sends').toEqual([])
  await leader.close()
  answers.release()
  await expect(placeOf(follower, 'On server')).toBeVisible(AT_ONCE)
  expect(byFollower.length).toBeGreaterThan(0)
  await expectDrained(follower)
  await browser.close()
  await expectEachOnce(system.server, acknowledged)
  expect(await textsOf(one)).toEqual(['<p>Sent by a tab that was closed.</p>'])
  expect(await textsOf(two)).toEqual(['<p>Sent for its neighbour.</p>'])
})

test('a frozen tab loses the lead after its silence, and the responses it receives when it thaws change nothing', async () => {
  const { browser, leader, follower, one, two } = await openTwoTabs('frozen')
  const answers = system.line.fail({ to: /sync\/commands/, after: 'nothing', ending: 'stall', times: 1 })
  const byFollower = deliveriesBy(follower)
  await typeReport(leader, 'Sent by a tab that froze.')
  await saveDraft(leader)
  await expect.poll(() => answers.hits).toBe(1)
  const thaw = await freeze(leader)
  await typeReport(follower, 'Written beside it.')
  await saveDraft(follower)
  const acknowledged = await waitingOn(follower)
  expect(acknowledged.length).toBeGreaterThanOrEqual(2)
  await expect(placeOf(follower, 'On server')).toBeVisible(AFTER_SILENCE)
  await expectDrained(follower)
  expect(byFollower.length, 'the other tab sent').toBeGreaterThan(0)

  answers.release()
  await thaw()
  await typeReport(leader, ' Then it went on.')
  await saveDraft(leader)
  await expectDrained(leader)
  await expect(placeOf(leader, 'On server')).toBeVisible()
  await browser.close()
  await expectEachOnce(system.server, acknowledged)
  expect(await textsOf(one)).toEqual([
    '<p>Sent by a tab that froze.</p>',
    '<p>Sent by a tab that froze. Then it went on.</p>',
  ])
  expect(await textsOf(two)).toEqual(['<p>Written beside it.</p>'])
})
