import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { FormWords } from '#src/parts/consent-form/words/en.ts'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { AT_A_DESK, DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let desk: BrowserContext
let page: Page
test.beforeAll(async () => {
  server = await startServer()
})
test.beforeAll(async ({ browser }) => {
  desk = await browser.newContext({ ...AT_A_DESK, viewport: { width: 1024, height: 768 } })
  page = await desk.newPage()
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
})
test.afterAll(async () => {
  await desk?.close()
  await server?.stop()
})

/** Opens the consent forms of a patient of the examination queue; returns the patient's name. */
async function openForms(nth: number): Promise<string> {
  await page.goto(`${server.url}/scan-worklist`)
  const entry = page.getByRole('button', { name: /^Open the visit of / }).nth(nth)
  const name = ((await entry.getAttribute('aria-label')) ?? '').replace('Open the visit of ', '')
  await entry.click()
  await page.getByRole('button', { name: 'Consent Forms' }).click()
  await expect(dialog().getByText(name)).toBeVisible()
  return name
}
const dialog = () => page.getByRole('dialog', { name: /^Consent Forms/ })

/** Answers every choice, and signs. */
async function fill(on: Page, words = FORM_WORDS.en): Promise<void> {
  for (const group of await on.locator('section [role=radiogroup]').all()) {
    const choices = group.getByRole('radio')
    // The first choice, LMP Date, would need a date.
    if ((await choices.count()) > 0)
      await choices.nth((await group.getByText(words.lmpTypes.Menopause).count()) > 0 ? 3 : 0).check()
  }
  await on.getByLabel(words.height).fill('164')
  await sign(on, words)
}

async function sign(on: Page, words: FormWords): Promise<void> {
  const pad = on.getByRole('img', { name: words.signature(false) })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is no pad')
  await on.mouse.move(box.x + 40, box.y + 110)
  await on.mouse.down()
  for (let at = 1; at < 20; at += 1)
    await on.mouse.move(box.x + 40 + at * 10, box.y + 110 + Math.sin(at) * 40)
  await on.mouse.up()
  await expect(on.getByRole('img', { name: words.signature(true) })).toBeVisible()
}

test('a patient signs in the second language on their own phone; the desk prints the consent and withdraws it', async ({
  browser,
}) => {
  const name = await openForms(0)
  await dialog().getByRole('button', { name: 'Make link' }).click()
  await expect(dialog().getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  const link = await dialog().getByLabel('Link', { exact: true }).inputValue()
  const phone = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 2 })
  ).newPage()
  await phone.goto(link)
  await expect(phone.getByText(name)).toBeVisible()
  expect(phone.url()).toBe(`${server.url}/consent-form`)
  await phone.getByText('Secondary language').click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('आयोडीन युक्त कंट्रास्ट के लिए सहमति')
  // The page around the form is in the form's language too.
  const words = FORM_WORDS.hi
  const submit = phone.getByRole('button', { name: words.submit })
  await submit.click()
  await expect(phone.getByText(words.rules.signature)).toBeVisible()
  await fill(phone, words)
  await expectAccessible(phone)
  // Without a network everything is kept; with a network, once more.
  await goOffline(phone.context())
  await expect(phone.getByText(words.offline).first()).toBeVisible()
  await phone.context().setOffline(false)
  await submit.click()
  await expect(phone.getByRole('heading', { name: words.thanks })).toBeVisible()
  expect(await phone.content()).not.toContain(name)
  expect(await phone.evaluate(() => indexedDB.databases().then((all) => all.length))).toBe(0)
  await phone.reload()
  await expect(phone.getByText('this page keeps nothing of it', { exact: false })).toBeVisible()
  await phone.context().close()

  const consents = dialog().getByRole('region', { name: 'Consents of this form' })
  await expect(consents.getByText(/^Signed /)).toBeVisible()
  await expect(consents.getByText(/on their own phone/)).toBeVisible()
  await consents.getByRole('button', { name: /as PDF$/ }).click()
  const paper = page.getByRole('dialog', { name: 'Signed consent' })
  await expect(paper.getByRole('button', { name: 'Download' })).not.toHaveAttribute('aria-disabled', 'true')
  await paper.getByRole('button', { name: /^Close/ }).click()
  await consents.getByRole('button', { name: /^Withdraw/ }).click()
  const question = page.getByRole('dialog', { name: 'Withdraw consent' })
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(question.getByText('A reason is required.')).toBeVisible()
  await question.getByLabel('Reason').fill('The patient thought again.')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(consents.getByText(/^Withdrawn /)).toBeVisible()
})

test('a tablet is handed over locked and offline, returned after a reload, signed, and delivers while locked', async () => {
  const name = await openForms(1)
  await goOffline(desk)
  await dialog().getByRole('button', { name: 'Fill Screening Form' }).click()
  await page.getByRole('button', { name: 'Hand over', exact: true }).click()
  const submit = page.getByRole('button', { name: 'Submit Form' })
  await expect(submit).toBeVisible()
  await expect(dialog()).toBeHidden()
  await expect(page.getByText('Consent Forms', { exact: true }).filter({ visible: true })).toHaveCount(0)
  await page.getByLabel('Height in CM').fill('171')
  // The typed text is stored a moment later.
  await page.waitForTimeout(600)

  // As with the browser's back button: the page is loaded again and has no key.
  await page.goBack()
  await expect(page.getByText('Hand this device back to the desk')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in as someone else' })).toHaveCount(0)
  expect(await page.content()).not.toContain(name)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('button', { name: 'Hand over again' }).click()
  await expect(page.getByLabel('Height in CM')).toHaveValue('171')
  await fill(page)
  await submit.click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText(name).filter({ visible: true })).toHaveCount(0)

  await desk.setOffline(false)
  const signed = () =>
    askDatabase<{ via: string; height: string }>(
      server,
      `select via, height from patient_consent where via = 'Kiosk' and created_by is not null`,
    )
  await expect.poll(signed).toEqual([{ via: 'Kiosk', height: '164' }])
  await page.getByRole('button', { name: 'Give back to the desk' }).click()
  await page.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('dialog', { name: /^Locked/ })).toHaveCount(0)
  await expect(page.getByText('A form was handed over')).toHaveCount(0)
})
