import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { BASES } from '#contract/kernel/bases.ts'
import { addDays, dayAt } from '#domain/time/zones.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { tokenOf } from './helpers/opened-report.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

type Header = Record<string, { vr: string; Value: (string | number)[] }>

// Yesterday at the clinic: the archives begin with it. In UTC it is a day earlier from 18:30 UTC on.
const yesterday = addDays(dayAt(new Date(), 'Asia/Kolkata'), -1).replaceAll('-', '')

function study(uid: string, name: string, images: number): Header {
  const values = {
    '0020000D': uid,
    '00080020': yesterday,
    '00080054': 'CT_WALK',
    '00080061': 'CT',
    '00100010': name,
    '00100020': `W-${uid}`,
    '00201208': images,
  }
  return Object.fromEntries(Object.entries(values).map(([tag, value]) => [tag, { vr: 'LO', Value: [value] }]))
}

const archive = new Map([
  ['1.99.1', study('1.99.1', 'Gone^Gita', 12)],
  ['1.99.2', study('1.99.2', 'Split^Sunil', 40)],
  ['1.99.3', study('1.99.3', 'Stays^Sara', 8)],
])
let isBroken = false

/** Answers as a small image server: studies by day and UID. */
function answer(url: URL): Header[] {
  const [range, uid] = [url.searchParams.get('StudyDate'), url.searchParams.get('StudyInstanceUID')]
  const [from = '', to = from] = (range ?? '').split('-')
  return [...archive.values()]
    .filter((header) => {
      const day = String(header['00080020']?.Value[0])
      const isOfDays = range === null || (day >= from && (to === '' || day <= to))
      return isOfDays && (uid === null || header['0020000D']?.Value[0] === uid)
    })
    .slice(Number(url.searchParams.get('offset') ?? 0))
}

let server: RunningServer
let images: Server
test.beforeAll(async () => {
  server = await startServer()
  images = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (isBroken) return response.writeHead(500).end()
    if (!url.pathname.endsWith('/studies')) return response.writeHead(404).end()
    return response.end(JSON.stringify(answer(url)))
  })
  await new Promise<void>((done) => images.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(images.address() as AddressInfo).port}/dicom-web`
  const who = ['--client', SANJEEVANI.name, '--name', 'Walk archive', '--url', url]
  execFileSync(process.execPath, ['scripts/add-pacs.ts', ...who, '--user', 'reader', '--poll-seconds', '1'], {
    env: { ...process.env, READROOM_DATA: server.dataDir, DATABASE_URL: '', READROOM_PACS_PASSWORD: 'walk' },
  })
})
test.afterAll(async () => {
  images?.closeAllConnections()
  images?.close()
  await server?.stop()
})
const admin = onePage(() => server, DEMO_SIGN_IN.admin)

test('an administrator compares an image server with the studies received from it and sees the deleted ones', async () => {
  const page = admin()
  // After it was read for the first time.
  const headers = { authorization: `Bearer ${await tokenOf(page, server.url, DEMO_SIGN_IN.admin)}` }
  await expect
    .poll(async () => {
      const listed = await page.request.get(`${server.url}${BASES.api.prefix}pacs/checks`, { headers })
      const { result } = (await listed.json()) as { result: { name: string; is_read: number }[] }
      return result.find(({ name }) => name === 'Walk archive')?.is_read
    })
    .toBe(1)
  await openScreen(page, `${server.url}/master/pacs`)
  const drawer = page.getByRole('dialog', { name: 'Pacs' })
  await drawer.getByRole('tab', { name: 'Comparison' }).click()
  const card = drawer.getByRole('region', { name: 'Walk archive' })
  const check = card.getByRole('button', { name: 'Check Walk archive now' })
  await expect(check).toBeVisible()
  await check.click()
  await expect(card.getByText('Compared', { exact: true })).toBeVisible()
  await expect(card.getByText('Both sides hold the same studies.')).toBeVisible()

  archive.delete('1.99.1')
  archive.set('1.99.2', study('1.99.2', 'Split^Sunil', 15))
  await check.click()
  const days = card.getByRole('table', { name: 'Days of Walk archive' })
  const row = days.getByRole('row').filter({ hasText: 'CT_WALK' })
  await expect(row.getByRole('cell').nth(2)).toHaveText('2')
  await expect(row.getByRole('cell').nth(3)).toHaveText('3')
  await row.getByRole('button', { name: /^Studies of/ }).click()
  const gaps = card.getByRole('region', { name: /^Differences of/ })
  await expect(gaps.getByText(/^Gone at the image server, marked since/)).toBeVisible()
  await expect(gaps.getByText('Images: 40, there now 15')).toBeVisible()
  await expectAccessible(page)
  await gaps.getByRole('button', { name: 'Open the study of Gita Gone' }).click()
  await expect(page.getByText(/^The image server no longer has this study/)).toBeVisible()
  await page.keyboard.press('Escape')

  // A fault marks nothing, and its message is shown.
  isBroken = true
  await check.click()
  await expect(
    card.getByText('The image server answers with error 500. Nothing was marked; it is tried again.'),
  ).toBeVisible()
  isBroken = false

  await openScreen(page, `${server.url}/archives?pat_id=W-1.99.1`)
  await expect(page.getByTitle('The image server no longer has this study.')).toHaveText('Gone')
})
