import { expect, type Page, test } from '@playwright/test'
import { startTcpFaultProxy, type TcpFaultProxy } from '#tests/helpers/network/tcp-fault-proxy.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const TECHNICIAN = 'tech.andheri'

let server: RunningServer
let line: TcpFaultProxy

test.beforeAll(async () => {
  server = await startServer()
  line = await startTcpFaultProxy(Number(new URL(server.url).port))
})
test.afterAll(async () => {
  await line?.close()
  await server?.stop()
})
const technician = onePage(() => server, TECHNICIAN)

/** Returns the public address of the display of Andheri's hall. */
async function displayPath(): Promise<string> {
  const [screen] = await askDatabase<{ uid: string }>(
    server,
    `select s.uid from que_screen s join branch b on b.client_id = s.client_id and b.id = s.branch_id
      where b.name like '%Andheri%' limit 1`,
  )
  return `/que/${screen?.uid}`
}

const panel = (page: Page, name: string, machine: string) =>
  page.getByRole('region', { name: `${name}, ${machine}`, exact: true })

test('a technician runs the queue, and the waiting room sees it at once', async ({ browser }) => {
  const page = technician()
  const hall = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage()
  await hall.goto(`${server.url}${await displayPath()}`)
  const next = hall.getByRole('region', { name: 'Next Patient' })
  await expect(next.getByRole('listitem').first()).toBeVisible()

  await openScreen(page, `${server.url}/scan-worklist`)
  await page.getByRole('tab', { name: /^CT/ }).click()
  const ready = panel(page, 'Ready to Scan', 'CT 1').getByRole('listitem').first()
  await expect(ready).toBeVisible()
  await expectAccessible(page)

  await ready.getByRole('button', { name: /^Bring .* next$/ }).click()
  await expect(ready.getByRole('button', { name: /^Bring .* next$/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(next.getByText('BRING').first()).toBeVisible()

  await ready.getByRole('button', { name: /^Ready to Scan: change/ }).click()
  await page.getByRole('menuitem', { name: 'Scan in Progress' }).click()
  const room = hall.getByRole('region', { name: 'Now' }).getByRole('listitem').filter({ hasText: 'CT' })
  const clicked = Date.now()
  await page.getByRole('dialog').getByRole('button', { name: 'Scan in Progress' }).click()
  await expect(room.getByText(/^V\d+/)).toBeVisible({ timeout: 5_000 })
  test.info().annotations.push({ type: 'display after the click', description: `${Date.now() - clicked} ms` })
  console.info(`the hall saw the change ${Date.now() - clicked} ms after the click`)

  for (const width of [1920, 1280]) {
    await hall.setViewportSize({ width, height: (width * 9) / 16 })
    expect(await room.getByText(/^V\d+/).evaluate(linesOf), `the token at ${width}`).toBe(1)
  }

  const running = panel(page, 'Scan in Progress', 'CT 1').getByRole('listitem').first()
  await expect(running.getByRole('timer')).toBeVisible()
  await running.getByRole('button', { name: /^Add minutes/ }).click()
  await page.getByRole('button', { name: '60 min' }).click()
  await expect(room.getByRole('timer')).toHaveText(/^1:\d\d:\d\d$/)
  const names = await running
    .getByText(/\w+ \w+/)
    .first()
    .textContent()
  await expect(hall.getByText(names ?? '?')).toHaveCount(0)
  await hall.context().close()
})

test('an offline display keeps its list and shows since when, also after a reload', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const hall = await context.newPage()
  await hall.goto(`http://localhost:${line.port}${await displayPath()}`)
  const next = hall.getByRole('region', { name: 'Next Patient' })
  await expect(next.getByRole('listitem').first()).toBeVisible()
  const before = await next.getByRole('listitem').allTextContents()
  await hall.waitForFunction(() => navigator.serviceWorker.controller !== null)
  line.set({ kind: 'refuse' })
  await expect(hall.getByText('No connection since')).toBeVisible()
  expect(await next.getByRole('listitem').allTextContents()).toEqual(before)
  await hall.reload()
  await expect(hall.getByText('No connection since')).toBeVisible()
  expect(await next.getByRole('listitem').allTextContents()).toEqual(before)
  line.set({ kind: 'none' })
  await expect(hall.getByText('No connection since')).toHaveCount(0)
  const kept = await hall.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => key.includes('que'))).toEqual([])
  await context.close()
})

test('the queue works offline and is delivered afterwards', async () => {
  const page = technician()
  await openScreen(page, `${server.url}/scan-worklist`)
  await page.getByRole('tab', { name: /^Ultrasound/ }).click()
  const entry = panel(page, 'Ready to Scan', 'Ultrasound 2').getByRole('listitem').first()
  await expect(entry).toBeVisible()
  await goOffline(page.context())
  await expect(page.getByText('From this device: changes are sent when the network is back.')).toBeVisible()
  const accession = await entry
    .getByText(/^[A-Z]+\d{6,}/)
    .first()
    .textContent()
  await entry.getByRole('button', { name: /^Ready to Scan: change/ }).click()
  await page.getByRole('menuitem', { name: 'Scan in Progress' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Scan in Progress' }).click()
  const running = panel(page, 'Scan in Progress', 'Ultrasound 2').getByRole('listitem').first()
  await expect(running).toContainText('On this device')
  await page.context().setOffline(false)
  const statusOf = async () => {
    const rows = await askDatabase<{ status: number }>(
      server,
      'select status from visit_service where accession_no = $1',
      [accession],
    )
    return rows.map(({ status }) => status)
  }
  await expect.poll(statusOf).toEqual([6])
})

/** Returns the number of lines of an element's text. */
function linesOf(element: Element): number {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
}
