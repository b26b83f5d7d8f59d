import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { passwordCalls } from '#contract/calls/profile.ts'
import { BASES } from '#contract/kernel/bases.ts'
import { LAUNCH_WHOLE } from './helpers/browser/chromium.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { openReportOf, savedTexts, tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const FINDINGS = 'Typed at the desk before the password was changed elsewhere.'
const NEXT_PASSWORD = 'Another#2026x'

// The walk starts browsers several times, which is slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-signs-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns what a script in the page finds in all databases: usable signing keys, and the number of rows read. */
const findKeys = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    let rows = 0
    let keys = 0
    const walk = (value: unknown): void => {
      if (value instanceof CryptoKey) keys += 1
      else if (value && typeof value === 'object' && !ArrayBuffer.isView(value))
        Object.values(value).forEach(walk)
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames) {
        const all = await asked(database.transaction(store).objectStore(store).getAll())
        rows += all.length
        all.forEach(walk)
      }
      database.close()
    }
    return { rows, keys }
  })

async function changePasswordElsewhere(page: Page): Promise<void> {
  const token = await tokenOf(page, server.url, DEMO_SIGN_IN.senior)
  const path = `${server.url}${BASES.php.prefix}${passwordCalls.changePassword.path}`
  const answer = await page.request.post(path, {
    headers: { token },
    data: {
      current_password: DEMO_SIGN_IN.password,
      new_password: NEXT_PASSWORD,
      confirm_password: NEXT_PASSWORD,
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('a locked device signs nothing; signatures made before a password change wait until their author confirms them', async () => {
  const desk = await openBrowser(join(folder, 'desk'), undefined, LAUNCH_WHOLE)
  const page = desk.pages()[0] ?? (await desk.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { studyId } = await openReportOf(page, server.url)
  await goOffline(desk)
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type(FINDINGS)
  await expect(page.getByText(/^On this device/).first()).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(page.getByRole('dialog', { name: /^Locked/ })).toBeVisible()
  const found = await findKeys(page)
  expect(found.keys).toBe(0)
  expect(found.rows).toBeGreaterThan(100)

  await changePasswordElsewhere(page)
  const delivered = page.waitForResponse((answer) => answer.url().endsWith('/sync/deliver'))
  await desk.setOffline(false)
  const { answers } = (await (await delivered).json()) as { answers: { code: string }[] }
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['held']))
  expect((await savedTexts(page, server.url, studyId)).join()).not.toContain(FINDINGS)
  await desk.close()

  const other = await openBrowser(join(folder, 'other'), undefined, LAUNCH_WHOLE)
  const home = other.pages()[0] ?? (await other.newPage())
  await signIn(home, server.url, DEMO_SIGN_IN.senior, NEXT_PASSWORD)
  await home.goto(`${server.url}/sync`)
  const held = home.getByRole('region', { name: /^Held by the server/ })
  await expect(held.getByText('Report saved or signed').first()).toBeVisible()
  await expect(held.getByText(/signed before the password was changed/).first()).toBeVisible()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await home.setViewportSize(size)
    await home.screenshot({ path: `test-results/held-${size.width}.png` })
  }
  const count = await held.getByRole('listitem').count()
  const release =
    count > 1
      ? held.getByRole('button', { name: /^I made all/ })
      : held.getByRole('button', { name: /^I made this/ })
  await release.click()
  await expect(home.getByText('On server.')).toBeVisible()
  await expect(held).toHaveCount(0)
  expect((await savedTexts(home, server.url, studyId)).join()).toContain(FINDINGS)
  await other.close()
})
