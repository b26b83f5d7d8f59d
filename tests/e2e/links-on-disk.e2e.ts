import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { DEMO_PATIENT } from '#server/features/demo/desk/insert-visits.ts'
import { LAUNCH_WHOLE } from './helpers/browser/chromium.ts'
import { DEMO_SIGN_IN, openBrowser } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

/**
 * Chromium's own records of visited addresses. No page can keep an address out of them, so such an address
 * must not open anything.
 */
const OWN_RECORDS =
  /^Default\/(?:History|Favicons|Top Sites|Shortcuts|Network Action Predictor|Sessions\/)|^segmentation_platform\//

let server: RunningServer
let folder: string
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readroom-links-'))
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface SharedStudy {
  id: string
  pat_name: string
  born: string
}

async function findStudies(): Promise<[SharedStudy, SharedStudy]> {
  const found = await askDatabase<SharedStudy>(
    server,
    `select distinct on (pat_name) id, pat_name, pat_birthdate::text as born from study
     where client_id = $1 and branch_id = $2 and status = 'Verified' and pat_birthdate is not null
       and length(pat_name) > 6 and payment_status <> 'Pending' limit 2`,
    [SANJEEVANI.id, SANJEEVANI.branches[0]?.id],
  )
  const [one, two] = found
  if (!one || !two) throw new Error('the demo has no two verified studies')
  return [one, two]
}

async function post(path: string, body: object, token?: string) {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { token?: string; result: { id: string; link: string } }
}

async function share(token: string, studyId: string) {
  const { result } = await post(
    '/phpapi/index.php/generateViewerShareUrl',
    {
      share_via: 'E',
      share_to: 'asha@mail.example',
      phonecode: '91',
      is_expiry: 0,
      dtl: { study_id: studyId },
    },
    token,
  )
  return { id: result.id, secret: new URL(result.link, server.url).hash.slice(1) }
}

/** Returns the files below the profile that contain `word`, as one byte a letter or as two. */
function filesWith(profile: string, word: string): string[] {
  const wide = Buffer.from(word, 'utf16le')
  return readdirSync(profile, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(profile, name)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false
    const bytes = readFileSync(file)
    return bytes.includes(word) || bytes.includes(wide)
  })
}

async function answer(page: Page, born: string): Promise<void> {
  await page.getByLabel('Date of birth of the patient').fill(born)
  await page.getByRole('button', { name: 'Show results' }).click()
}

test('an opened link leaves no secret and nothing of the patient in any file that pages write', async () => {
  test.setTimeout(120_000)
  const { token = '' } = await post('/api/auth/login', {
    username: 'reception.andheri',
    password: DEMO_SIGN_IN.password,
  })
  const [one, two] = await findStudies()
  const link = await share(token, one.id)
  const older = await share(token, two.id)
  const profile = join(folder, 'profile')

  const first = await openBrowser(profile, undefined, LAUNCH_WHOLE)
  const page = await first.newPage()
  await page.goto(`${server.url}/shared/#${link.secret}`)
  await expect(page).toHaveURL(`${server.url}/shared/open`)
  await answer(page, one.born)
  await expect(page.getByText(one.pat_name)).toBeVisible()
  // A reload works: the session knows the person.
  await page.reload()
  await expect(page.getByText(one.pat_name)).toBeVisible()
  // The link in the form of older messages, in a second tab; the first one still shows its own.
  const second = await first.newPage()
  await second.goto(`${server.url}/shared/${older.secret}`)
  await answer(second, two.born)
  await expect(second.getByText(two.pat_name)).toBeVisible()
  await page.getByRole('button', { name: 'View Report' }).click()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^blob:/)
  await page.reload()
  await expect(page.getByText(one.pat_name)).toBeVisible()
  const cookies = await first.cookies(`${server.url}/api/public/sharedStudy`)
  expect(cookies.map(({ httpOnly, sameSite, expires }) => [httpOnly, sameSite, expires])).toEqual([
    [true, 'Strict', -1],
    [true, 'Strict', -1],
  ])
  // Chromium writes its records every ten seconds.
  await page.waitForTimeout(11_000)
  await first.close()

  const words = [link.secret, older.secret, one.pat_name, two.pat_name, ...cookies.map(({ value }) => value)]
  for (const word of words) {
    const files = filesWith(profile, word)
    expect([word, files.filter((name) => !OWN_RECORDS.test(name))]).toEqual([word, []])
    if (word !== link.secret && word !== older.secret) expect([word, files]).toEqual([word, []])
  }
  // The search must find this address; otherwise it proves nothing.
  expect(filesWith(profile, '/shared/open').length).toBeGreaterThan(0)

  // After the browser was closed, an address from its history needs the answer again, and a wrong answer
  // opens nothing.
  const later = await openBrowser(profile, undefined, LAUNCH_WHOLE)
  const again = await later.newPage()
  await again.goto(`${server.url}/shared/open`)
  await expect(again.getByText('Open the link from your message again', { exact: false })).toBeVisible()
  await again.goto(`${server.url}/shared/#${link.secret}`)
  await answer(again, '1901-01-01')
  await expect(again.getByText('This does not match. Look at it again.')).toBeVisible()
  expect(await again.content()).not.toContain(one.pat_name)

  // A revoked link closes the open page.
  await answer(again, one.born)
  await expect(again.getByText(one.pat_name)).toBeVisible()
  await post('/phpapi/index.php/share/revoke', { id: link.id }, token)
  await again.reload()
  await expect(again.getByText('The centre has withdrawn this link.', { exact: false })).toBeVisible()
  await later.close()
})

/** Makes a link that signs a patient of the client in, for a study whose patient has no account yet. */
async function givePortal(token: string, but: string): Promise<string> {
  const [study] = await askDatabase<{ id: string }>(
    server,
    `select s.id from study s join patient p on p.client_id = s.client_id and p.id = s.patient_id
     where s.client_id = $1 and s.branch_id = $2 and s.status = 'Verified' and p.email <> '' and s.pat_name <> $3
     limit 1`,
    [SANJEEVANI.id, SANJEEVANI.branches[0]?.id, but],
  )
  if (!study) throw new Error('the demo has no verified study of a patient with an e-mail')
  const answer = await post('/phpapi/index.php/portal/giveAccess', { study_id: study.id }, token)
  return new URL((answer.result as unknown as { autoLoginUrl: string }).autoLoginUrl, server.url).hash
}

/** Follows a link to the portal; returns the token of the new session. */
async function enterPortal(page: Page, hash: string): Promise<string> {
  const begun = page.waitForResponse('**/api/auth/patAutoLogin')
  await page.goto(`${server.url}/login${hash}`)
  const { token } = (await (await begun).json()) as { token: string }
  await expect(page.getByRole('link', { name: 'View Bookings' })).toBeVisible()
  return token
}

test('a patient’s portal session leaves no token on the disk; a reload continues it, and two patients never mix', async () => {
  test.setTimeout(120_000)
  const { token: desk = '' } = await post('/api/auth/login', {
    username: 'reception.andheri',
    password: DEMO_SIGN_IN.password,
  })
  const { username, secret } = DEMO_SIGN_IN.patientLink
  const other = await givePortal(desk, DEMO_PATIENT.name)
  const profile = join(folder, 'portal')

  const first = await openBrowser(profile, undefined, LAUNCH_WHOLE)
  const page = await first.newPage()
  const token = await enterPortal(page, `#${username}/${secret}`)
  await page.reload()
  await page.getByRole('link', { name: 'View Bookings' }).click()
  // The previous page has the same field, and stays until this one is loaded.
  await expect(page.getByText('Your appointments and examinations.')).toBeVisible()
  await page.getByLabel('Date of birth of the patient').fill(DEMO_PATIENT.birthDate)
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(page.getByRole('region', { name: 'Previous Appointments' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['readroom.patient'])
  const [cookie] = await first.cookies(`${server.url}/api/auth/patientSession`)
  expect(cookie).toMatchObject({
    value: token,
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    expires: -1,
  })
  // Chromium writes its records every ten seconds.
  await page.waitForTimeout(11_000)
  expect(filesWith(profile, token)).toEqual([])

  // Another patient in another tab: the first one is signed out there and does not become the other patient.
  const second = await first.newPage()
  const otherToken = await enterPortal(second, other)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await second.reload()
  await expect(second.getByRole('link', { name: 'View Bookings' })).toBeVisible()
  await second.waitForTimeout(11_000)
  await first.close()
  for (const word of [token, otherToken, secret, DEMO_PATIENT.name]) {
    const files = filesWith(profile, word)
    expect([word, files.filter((name) => !OWN_RECORDS.test(name))]).toEqual([word, []])
    if (word !== secret) expect([word, files]).toEqual([word, []])
  }
  // The search must find this word; otherwise it proves nothing.
  expect(filesWith(profile, 'readroom.patient').length).toBeGreaterThan(0)

  // After the browser was closed, nobody is signed in.
  const later = await openBrowser(profile, undefined, LAUNCH_WHOLE)
  const again = await later.newPage()
  await again.goto(`${server.url}/patient/bookings`)
  await expect(again.getByRole('button', { name: 'Login' })).toBeVisible()
  await later.close()
})
