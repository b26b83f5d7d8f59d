import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { STUDY_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { LAUNCH_WHOLE } from './helpers/browser/chromium.ts'
import { findReadableWords } from './helpers/browser/readable-words.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-readable-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const SENTENCE = 'Spiculated nodule of eleven millimetres behind the aortic arch.'
const PHONE = '98200 47113'
/** Words that are stored without a seal: the search must find them; otherwise it proves nothing. */
const CONTROL = Array.from({ length: 500 }, (_, n) => `Controlname${n} Unsealed${n}`)

/** Returns the names and numbers of the patients whose studies the device holds. */
async function knownWords(): Promise<{ words: string[]; studies: number }> {
  const { senior: username, password } = DEMO_SIGN_IN
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const answer = await post('auth/login', { username, password })
  const { token } = (await answer.json()) as { token: string }
  const words = new Set<string>()
  let studies = 0
  for (let p = 1; p < 5; p += 1) {
    // A device holds the studies of the last months; the demo has a year of them.
    const asked = {
      flag: 'archives',
      ps: 1000,
      p,
      from_date: daysAgo(STUDY_WINDOW_DAYS - 2),
      to_date: daysAgo(0),
    }
    const list = await post('study/getList', asked, { authorization: `Bearer ${token}` })
    const { result } = (await list.json()) as {
      result: { data: { pat_name: string; pat_id: string; accession_no: string }[] }
    }
    studies += result.data.length
    for (const { pat_name, pat_id, accession_no } of result.data)
      for (const word of [pat_name, pat_id, accession_no]) if (word.length >= 5) words.add(word)
  }
  return { words: [...words].slice(0, 1_500), studies }
}

const daysAgo = (days: number) => addDays(dayAt(new Date(), 'Asia/Kolkata'), -days)

async function copiesOnDevice(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const name = `readroom-cache-${localStorage.getItem('readroom.user')}`
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    })
    return new Promise<number>((resolve) => {
      const counting = database.transaction('studies').objectStore('studies').count()
      counting.addEventListener('success', () => {
        database.close()
        resolve(counting.result)
      })
    })
  })
}

/** Stores the control's words as the first builds stored rows. */
async function storeUnsealed(page: Page, words: string[]): Promise<void> {
  await page.evaluate(async (names) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('unsealed', 1)
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore('rows', { keyPath: 'id' }),
      )
      opening.addEventListener('success', () => resolve(opening.result))
    })
    await new Promise((resolve) => {
      const writing = database.transaction('rows', 'readwrite')
      for (const [id, name] of names.entries()) writing.objectStore('rows').put({ id, name })
      writing.addEventListener('complete', resolve)
    })
  }, words)
}

test('a copy of the browser’s profile contains no readable name, number or sentence', async () => {
  const { words, studies } = await knownWords()
  expect(words.length, 'the demo data must give enough to look for').toBeGreaterThan(500)
  const profile = join(folder, 'desk')
  const context = await openBrowser(profile, undefined, LAUNCH_WHOLE)
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.senior)
  await page.goto(`${server.url}/archives`)
  await expect.poll(() => copiesOnDevice(page), { timeout: 30_000 }).toBeGreaterThan(studies * 0.5)
  // Typed search words must not stay in the browser's history either.
  const someone = words.find((word) => /^\p{L}+ \p{L}+$/u.test(word)) ?? ''
  await page.getByRole('textbox', { name: 'Keyword' }).fill(someone)
  await expect(page.getByRole('row').nth(1)).toContainText(someone)
  await page.goto(`${server.url}/worklist1?status=Pending&assigned_type=Unassigned`)
  await page.getByRole('row').nth(1).dblclick()
  await page.waitForURL('**/report/**')
  await page.getByRole('button', { name: 'Assign to me' }).click()
  const editor = page.getByRole('textbox', { name: 'Description' })
  await expect(editor).toBeEditable()
  await editor.click()
  await page.keyboard.type(`${SENTENCE} Call ${PHONE}.`)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^On server/).first()).toBeVisible({ timeout: 20_000 })
  await storeUnsealed(page, CONTROL)
  await context.close()

  const found = findReadableWords(profile, [...words, SENTENCE, PHONE, ...CONTROL])
  const control = CONTROL.filter((word) => found.has(word))
  expect(control.length, 'the search must see what lies unsealed').toBeGreaterThan(450)
  expect([...found].filter(([word]) => !CONTROL.includes(word))).toEqual([])
})
