import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { LAUNCH_WHOLE } from './helpers/browser/chromium.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { readablePage } from './helpers/browser/readable-page.ts'
import { openReportOf, savedTexts } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN, openBrowser, signIn, unlock } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const FINDINGS = 'Loculated effusion along the left lateral chest wall.'
const LATER = 'Compared with the film of last week it is smaller.'

// Each walk starts browsers several times, which is slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-unlock-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const firstPage = async (browser: BrowserContext) => browser.pages()[0] ?? (await browser.newPage())
const lockOf = (page: Page) => page.getByRole('dialog', { name: /^Locked/ })
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const lockByMenu = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(lockOf(page)).toBeVisible()
}

test('a browser restarted offline shows the same screen locked, and unlocks with every word', async () => {
  const profile = join(folder, 'cold')
  const first = await openBrowser(profile)
  let page = await firstPage(first)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { address, patient } = await openReportOf(page, server.url)
  await goOffline(first)
  await textOf(page).click()
  await page.keyboard.type(FINDINGS)
  await expect(page.getByText(/^On this device/).first()).toBeVisible()
  await first.close()

  const second = await openBrowser(profile)
  await goOffline(second)
  page = await firstPage(second)
  await page.goto(address)
  const locked = lockOf(page)
  await expect(locked).toBeVisible()
  expect(page.url()).toBe(address)
  for (const text of [patient, 'Mehta', FINDINGS]) expect(await readablePage(page)).not.toContain(text)
  await expect(locked.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)

  await locked.getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(locked.getByRole('alert')).toContainText('The password is wrong.')
  await unlock(page)
  expect(page.url()).toBe(address)
  await expect(textOf(page)).toContainText(FINDINGS)
  await expect(page.getByText(patient).first()).toBeVisible()
  await second.close()
})

test('locking hides a whole screen and discards nothing, and one page locks and unlocks the others', async () => {
  const desk = await openBrowser(join(folder, 'tabs'))
  const page = await firstPage(desk)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { patient } = await openReportOf(page, server.url)
  const other = await desk.newPage()
  await other.goto(`${server.url}/worklist1`)
  await expect(other.getByRole('row').nth(3)).toBeVisible()

  await test.step('the keyboard shortcut locks in the middle of a sentence, and the sentence continues', async () => {
    await page.bringToFront()
    await textOf(page).click()
    await page.keyboard.type(FINDINGS)
    await page.keyboard.press('Control+Shift+L')
    await expect(lockOf(page)).toContainText('Locked by Dr. Anjali Mehta')
    await expect(page.getByText(patient).first()).toBeHidden()
    await expect(page.getByText(FINDINGS)).toBeHidden()
    // Elements beneath get neither keys nor the focus.
    await page.keyboard.press('Control+K')
    for (let stop = 0; stop < 6; stop += 1) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('[role="dialog"]'),
      )
      expect(isOutside).toBe(false)
    }
    await unlock(page)
    await expect(textOf(page)).toBeFocused()
    await page.keyboard.type(` ${LATER}`)
    await expect(textOf(page)).toContainText(`${FINDINGS} ${LATER}`)
  })

  await test.step('the other page locks and unlocks with it', async () => {
    await expect(lockOf(other)).toHaveCount(0)
    await lockByMenu(page)
    await expect(lockOf(other)).toBeVisible()
    await expect(other.getByRole('row').nth(3)).toBeHidden()
    await unlock(other)
    await expect(lockOf(page)).toHaveCount(0)
    await expect(textOf(page)).toContainText(LATER)
  })

  await test.step('an open dialog stays open behind the lock', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report preview' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Control+Shift+L')
    await expect(lockOf(page)).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Escape')
    await unlock(page)
    await expect(dialog).toBeVisible()
  })

  await test.step('a reload with the key in memory does not ask for the password', async () => {
    await other.close()
    await page.reload()
    await expect(textOf(page)).toContainText(LATER)
    await expect(lockOf(page)).toHaveCount(0)
  })
  await desk.close()
})

test('a locked page contains no name and no text, and is restored exactly: dialog, scroll, words, focus, paper', async () => {
  const desk = await openBrowser(join(folder, 'empty'), undefined, LAUNCH_WHOLE)
  const page = await firstPage(desk)
  // Records the blob addresses of this page.
  await page.addInitScript(() => {
    const addresses = new Set<string>()
    Object.assign(window, { addresses })
    const make = URL.createObjectURL.bind(URL)
    const revoke = URL.revokeObjectURL.bind(URL)
    URL.createObjectURL = (bytes) => {
      const address = make(bytes)
      addresses.add(address)
      return address
    }
    URL.revokeObjectURL = (address) => {
      addresses.delete(address)
      revoke(address)
    }
  })
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { patient } = await openReportOf(page, server.url)
  await textOf(page).click()
  await page.keyboard.type(FINDINGS)
  const other = await desk.newPage()
  await other.goto(`${server.url}/archives`)
  // Just after midnight today has few studies.
  await other.getByText('Any', { exact: true }).click()
  const row = other.getByRole('row').nth(8)
  await expect(row).toBeVisible()
  const named = (await row.getByRole('gridcell').allInnerTexts()).filter((text) => /\p{L}{4}/u.test(text))
  expect(named.length).toBeGreaterThan(2)
  const holdsNothing = async (of: Page, texts: readonly string[]) => {
    await expect(lockOf(of)).toBeVisible()
    const readable = await readablePage(of)
    for (const text of ['a frame', 'blob:', ...texts]) expect(readable).not.toContain(text)
  }

  await test.step('a list and a drawer over it, scrolled, with an unsent comment', async () => {
    const grid = other.getByRole('grid').first()
    await grid.hover()
    await other.mouse.wheel(0, 700)
    const scrolled = () =>
      other.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap(({ scrollTop }) => (scrollTop > 0 ? [scrollTop] : [])),
      )
    await expect.poll(async () => (await scrolled()).length).toBeGreaterThan(0)
    await other.getByRole('row').nth(6).getByRole('button').last().click()
    await other.getByRole('menuitem', { name: 'Study Details' }).click()
    const drawer = other.getByRole('dialog')
    const comment = drawer.getByRole('textbox', { name: /^Write a comment/ }).first()
    await comment.fill(LATER)
    await comment.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 9))
    const [before, at] = [await drawer.innerText(), await scrolled()]
    await other.keyboard.press('Control+Shift+L')
    await holdsNothing(other, [LATER, 'Write a comment', ...named])
    await holdsNothing(page, [FINDINGS, patient])
    await unlock(other)
    await expect(comment).toHaveValue(LATER)
    await expect(comment).toBeFocused()
    expect(
      await comment.evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd]),
    ).toEqual([4, 9])
    await expect.poll(() => drawer.innerText()).toBe(before)
    await expect.poll(scrolled).toEqual(at)
  })

  await test.step('a report with its paper in a frame', async () => {
    await page.bringToFront()
    await expect(textOf(page)).toContainText(FINDINGS)
    await page.getByRole('button', { name: 'Preview' }).click()
    const paper = page.getByRole('dialog', { name: 'Report preview' }).locator('iframe')
    await expect(paper).toHaveAttribute('src', /^blob:/)
    const address = ((await paper.getAttribute('src')) ?? '').replace(/#.*/, '')
    const isOpen = () => page.evaluate((one) => Reflect.get(window, 'addresses').has(one), address)
    expect(await isOpen()).toBe(true)
    await page.keyboard.press('Control+Shift+L')
    await holdsNothing(page, [FINDINGS, patient, 'Report preview'])
    expect(await isOpen()).toBe(false)
    // A late notification is not visible either.
    await page.evaluate((name) => {
      const note = document.createElement('div')
      note.textContent = name
      document.body.append(note)
    }, patient)
    await holdsNothing(page, [patient])
    await unlock(page)
    await expect(paper).toHaveAttribute('src', /^blob:/)
    expect((await paper.getAttribute('src'))?.startsWith(address)).toBe(false)
    await page.keyboard.press('Escape')
    await textOf(page).click()
    await page.keyboard.type(` ${LATER}`)
    await expect(textOf(page)).toContainText(LATER)
  })
  await desk.close()
})

test('two people share a desk: one’s unsent work is delivered sealed while the other works', async () => {
  const desk = await openBrowser(join(folder, 'shared'))
  const page = await firstPage(desk)
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  const { address, studyId } = await openReportOf(page, server.url)
  await goOffline(desk)
  await textOf(page).click()
  await page.keyboard.type(FINDINGS)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^\d+ waiting/).first()).toBeVisible()
  await lockByMenu(page)
  await expect(lockOf(page)).toContainText(/waits? on this device/)
  await lockOf(page).getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page.getByLabel('Username or e-mail')).toBeVisible()
  expect(await savedTexts(page, server.url, studyId)).not.toContain(`<p>${FINDINGS}</p>`)

  await desk.setOffline(false)
  await signIn(page, server.url, DEMO_SIGN_IN.verifier)
  await page.goto(`${server.url}/worklist1`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect
    .poll(() => savedTexts(page, server.url, studyId), { timeout: 15_000 })
    .toContain(`<p>${FINDINGS}</p>`)
  await lockByMenu(page)
  await lockOf(page).getByRole('button', { name: 'Sign in as someone else' }).click()

  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(address)
  await expect(textOf(page)).toContainText(FINDINGS)
  await expect(page.getByText('Online', { exact: true }).first()).toBeVisible()
  expect(
    (await savedTexts(page, server.url, studyId)).filter((text) => text.includes(FINDINGS)),
  ).toHaveLength(1)
  await desk.close()
})
