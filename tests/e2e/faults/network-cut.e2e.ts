import type { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import type { syncCalls } from '#contract/calls/sync.ts'
import { BASES } from '#contract/kernel/bases.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import { filesNamedIn } from '#src/sync/files/files-named-in.ts'
import { expectDrained, studiesOn } from '../helpers/browser/device-store.ts'
import { ask, findReport, giveStudies } from '../helpers/ledger.ts'
import { DEMO_SIGN_IN, openBrowser, waitForApp } from '../helpers/people.ts'
import { editorOf, openReport, placeOf, saveDraft, typeReport } from '../helpers/report-editor.ts'
import { openProxiedServer, type ProxiedServer } from '../helpers/server/proxied-server.ts'

let system: ProxiedServer
test.beforeAll(async () => {
  system = await openProxiedServer()
})
test.afterAll(() => system?.close())

// One test starts browsers and servers several times; each wait has its own, shorter limit.
test.describe.configure({ timeout: 120_000 })

async function signInThroughCuts(page: Page): Promise<void> {
  const login = system.line.fail({ to: /auth\/login/, after: 30, ending: 'cut', times: 1 })
  const pages = system.line.fail({ to: /sync\/pull/, after: 3_000, ending: 'cut', times: 2 })
  await page.goto(system.url)
  await page.getByLabel('Username or e-mail').fill(DEMO_SIGN_IN.senior)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  const button = page.getByRole('button', { name: 'Login' })
  await button.click()
  await expect.poll(() => login.hits).toBe(1)
  await expect(button).toBeEnabled()
  await expect(page).not.toHaveURL(/dashboard/)
  await button.click()
  await waitForApp(page)
  await expect.poll(() => pages.hits, { timeout: 30_000 }).toBe(2)
}

/** Returns how many studies the server gives this person's devices, by a connection that is not cut. */
async function studiesOfPerson(): Promise<number> {
  const { senior: username, password } = DEMO_SIGN_IN
  const { token } = await callAs<{ token: string }>('POST', '/api/auth/login', undefined, {
    username,
    password,
  })
  const ids = new Set<string>()
  let cursor = ''
  for (let more = true; more; ) {
    const asked = `/api/sync/pull?limit=2000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await callAs<PullAnswer>('GET', asked, { authorization: `Bearer ${token}` })
    for (const { type, id } of answer.rows) if (type === 'study') ids.add(id)
    ;({ cursor, more } = answer)
  }
  return ids.size
}

type PullAnswer = OutputOf<typeof syncCalls.pull>

/** Calls the server directly, without the faulty proxy. */
async function callAs<Answer>(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string> = {},
  data?: object,
): Promise<Answer> {
  const answer = await fetch(`${system.server.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(data && { body: JSON.stringify(data) }),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Answer
}

/** Returns a picture of noise, which does not compress: it is sent in several chunks. */
async function picture(): Promise<Buffer> {
  const side = 800
  const raw = { width: side, height: side, channels: 3 } as const
  return sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer()
}

test('a response cut at any point is requested again, and nothing is done twice', async () => {
  const [study = '', pictured = ''] = await giveStudies(system.server, 2)
  const browser = await openBrowser(system.profile('desk'))
  const page = browser.pages()[0] ?? (await browser.newPage())

  await test.step('the sign-in response and two pages of the first pull', async () => {
    await signInThroughCuts(page)
    const all = await studiesOfPerson()
    await expect.poll(async () => (await studiesOn(page)).size, { timeout: 30_000 }).toBe(all)
  })

  await test.step('the response to a save: entirely, after the headers, in the middle', async () => {
    await openReport(page, system.url, study)
    await typeReport(page, 'Written on a bad line.')
    for (const after of ['nothing', 0, 40] as const) {
      const answers = system.line.fail({ to: /sync\/commands/, after, ending: 'cut', times: 2 })
      await typeReport(page, ` Cut at ${after}.`)
      await saveDraft(page)
      await expectDrained(page)
      expect(answers.hits).toBeGreaterThan(0)
      answers.release()
    }
    await expect(placeOf(page, 'On server')).toBeVisible()
    expect((await findReport(system.server, study))?.versions.map(({ text }) => text)).toEqual([
      '<p>Written on a bad line. Cut at nothing.</p>',
      '<p>Written on a bad line. Cut at nothing. Cut at 0.</p>',
      '<p>Written on a bad line. Cut at nothing. Cut at 0. Cut at 40.</p>',
    ])
  })

  await test.step('the stream: another user’s change still arrives', async () => {
    const stream = system.line.fail({ to: /sync\/stream/, after: 0, ending: 'cut', times: 2 })
    system.line.set({ kind: 'none' })
    await expect.poll(() => stream.hits, { timeout: 20_000 }).toBe(2)
    const before = (await studiesOn(page)).get(study) ?? 0
    await assignAnew(study)
    await expect.poll(async () => (await studiesOn(page)).get(study)).toBeGreaterThan(before)
  })

  await test.step('the chunks of a picture and the confirmation that it is complete', async () => {
    const chunk = system.line.fail({ to: /upload\/chunk/, after: 'nothing', ending: 'cut', times: 1 })
    const finish = system.line.fail({ to: /upload\/finish/, after: 10, ending: 'cut', times: 1 })
    await openReport(page, system.url, pictured)
    await typeReport(page, 'With a picture.')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Insert image' }).click()
    await (await choosing).setFiles({ name: 'key.png', mimeType: 'image/png', buffer: await picture() })
    await expect(editorOf(page).locator('img[src]')).toBeVisible()
    await expect(page.getByText('Writing …')).toHaveCount(0)
    await saveDraft(page)
    await expectDrained(page, 30_000)
    expect([chunk.hits, finish.hits]).toEqual([1, 1])
    const stored = await findReport(system.server, pictured)
    const [id] = filesNamedIn({ text: stored?.text })
    expect(id, 'the text names its picture').toBeDefined()
    const files = await ask(system.server, 'select id from file where id = $1', [id])
    expect(files).toHaveLength(1)
  })
  await browser.close()
})

/** Assigns the study as another person at another desk does. */
async function assignAnew(study: string): Promise<void> {
  const { admin: username, password } = DEMO_SIGN_IN
  const { token } = await callAs<{ token: string }>('POST', '/api/auth/login', undefined, {
    username,
    password,
  })
  const [doctor] = await ask<{ id: string }>(system.server, 'select id from app_user where username = $1', [
    DEMO_SIGN_IN.senior,
  ])
  const toHer = { assigned_doctor_id: doctor?.id, signed_by_doctor_id: doctor?.id }
  await callAs('POST', `${BASES.php.prefix}assignDoctor`, { token }, { study_id: study, ...toHer })
}
