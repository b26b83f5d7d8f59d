import { expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { adminUrlOf, findPostmaster } from '#tests/helpers/server-process.ts'
import { expectDrained, expectOnDevice, waitingOn } from '../helpers/browser/device-store.ts'
import { ask, expectEachOnce, findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from '../helpers/people.ts'
import { openReport, saveDraftOffline, typeReport } from '../helpers/report-editor.ts'
import { openKillableServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'
import type { OwnServer } from '../helpers/server/running-server.ts'

let system: ProxiedServer<OwnServer>
test.beforeAll(async () => {
  system = await openKillableServer()
})
test.afterAll(() => system?.close())

// One test starts browsers and servers several times; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

const textOn = (study: string) => `Written for ${study.slice(-4)}.`

/** Queues a draft for each study offline. Returns the commands, in the order of the clicks. */
async function queueDrafts(page: Page, studies: readonly string[]): Promise<string[]> {
  system.line.set({ kind: 'refuse' })
  for (const study of studies) {
    await openReport(page, system.url, study)
    await typeReport(page, textOn(study))
    await saveDraftOffline(page)
  }
  return waitingOn(page)
}

/**
 * Restores the network, and lets the batch continue until only the last study is left, which a lock holds;
 * then runs `fault`.
 */
async function inTheMiddle(studies: readonly string[], commands: readonly string[], fault: () => unknown) {
  const holder = new Client({ connectionString: adminUrlOf(system.server.dataDir) })
  // It ends with the database.
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from study where id = $1 for update', [studies.at(-1)])
  system.line.set({ kind: 'none' })
  await expect.poll(() => doneOf(commands)).toBe(commands.length - 1)
  await fault()
  await holder.end().catch(() => {})
}

async function doneOf(commands: readonly string[]): Promise<number> {
  const sql = 'select id from command_log where id = any($1::uuid[])'
  return (await ask(system.server, sql, [commands])).length
}

async function expectAllOnce(studies: readonly string[], commands: readonly string[]): Promise<void> {
  await expectEachOnce(system.server, commands)
  for (const study of studies)
    expect(await findReport(system.server, study)).toMatchObject({
      rev: 1,
      versions: [{ status: 'Draft', text: `<p>${textOn(study)}</p>` }],
    })
}

test('a server killed in the middle of a batch, and then its database alone, store every draft once', async () => {
  const studies = await giveStudies(system.server, 6)
  const [first, second] = [studies.slice(0, 3), studies.slice(3)]
  const browser = await openBrowser(system.profile('desk'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await signIn(page, system.url, DEMO_SIGN_IN.senior)
  await expectOnDevice(page, studies)

  await test.step('kill -9 of the server, restarted as a service manager would', async () => {
    const commands = await queueDrafts(page, first)
    await inTheMiddle(first, commands, () => system.server.kill())
    expect(await waitingOn(page), 'the last one was not done').toContain(commands.at(-1))
    await system.server.restart()
    await expectDrained(page)
    await expectAllOnce(first, commands)
  })

  await test.step('kill -9 of PostgreSQL under the running server, which restarts it', async () => {
    const commands = await queueDrafts(page, second)
    const before = findPostmaster(system.server.dataDir) ?? 0
    await inTheMiddle(second, commands, () => process.kill(before, 'SIGKILL'))
    await expectDrained(page, 30_000)
    expect(findPostmaster(system.server.dataDir)).not.toBe(before)
    await expectAllOnce(second, commands)
  })
  await browser.close()
})
