import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { hasPoppler, pageInks, pageTexts } from '#tests/helpers/paper/poppler.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { LAUNCH_WHOLE } from './helpers/browser/chromium.ts'
import { goOffline } from './helpers/browser/device-store.ts'
import { downloadOf } from './helpers/browser/download-of.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN, openBrowser, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'readroom-papers-'))
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const LOOK_AT = process.env.PAPERS_OUT
const MM = 72 / 25.4
const NAME = { fname: 'آمنة', lname: 'الحسيني' }

/**
 * Inserts a started visit of today at the desk's branch with a debt of 1,000 rupees, of a patient with an
 * Arabic name.
 */
async function owe(): Promise<string> {
  const [service] = await askDatabase<{ visit_id: string; patient_id: string; accession_no: string }>(
    server,
    `select s.visit_id, v.patient_id, s.accession_no from visit_service s join visit v on v.id = s.visit_id
     join branch b on b.id = v.branch_id
     where b.name like '%Andheri' and s.modality = 'CT' and v.status between 5 and 7 and s.accession_no <> ''
       and s.status between 5 and 7 and s.visit_machine_id is not null
       and (v.start_dt at time zone 'Asia/Kolkata')::date = (now() at time zone 'Asia/Kolkata')::date
     order by v.start_dt limit 1`,
  )
  if (!service) throw new Error('no visit of the demo was started today')
  const { visit_id, patient_id, accession_no } = service
  await askDatabase(server, 'delete from receipt where visit_id = $1', [visit_id])
  await askDatabase(server, 'delete from visit_service where visit_id = $1 and accession_no <> $2', [
    visit_id,
    accession_no,
  ])
  const price = 'charges = 1000, net_charges = 1000, discount = 0'
  await askDatabase(server, `update visit_service set ${price} where visit_id = $1`, [visit_id])
  await askDatabase(
    server,
    `update visit set ${price}, received = 0, refunded = 0, payment_status = 'Pending' where id = $1`,
    [visit_id],
  )
  await askDatabase(server, 'update patient set fname = $2, lname = $3 where id = $1', [
    patient_id,
    NAME.fname,
    NAME.lname,
  ])
  return accession_no
}

async function read(page: Page, dialog: Locator, name: string) {
  const pdf = await downloadOf(page, dialog)
  if (LOOK_AT) writeFileSync(join(LOOK_AT, `${name}.pdf`), pdf)
  const { width } = (await PDFDocument.load(pdf)).getPage(0).getSize()
  const words = hasPoppler ? pageTexts(pdf).join(' ').replaceAll(/\s+/g, ' ') : ''
  return { words, widthMm: Math.round(width / MM), inks: hasPoppler ? pageInks(pdf) : [] }
}

test('a receipt is printed offline, on a roll and on letterhead, and shows its final number later', async () => {
  test.skip(!hasPoppler, 'poppler-utils is missing')
  const accession = await owe()
  const desk = await openBrowser(join(folder, 'desk'), undefined, LAUNCH_WHOLE)
  // A headless browser has no print dialog; the downloaded paper is the one that would be printed.
  await desk.addInitScript(() => {
    window.print = () => undefined
  })
  const page = desk.pages()[0] ?? (await desk.newPage())
  await signIn(page, server.url, DEMO_SIGN_IN.desk)
  await openScreen(page, `${server.url}/scan-worklist`)
  const entry = page.getByRole('listitem').filter({ hasText: accession })
  await entry.getByRole('button', { name: /open/i }).first().click()
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('tab', { name: /Payments/ }).click()
  const record = panel.getByRole('button', { name: 'Record Payment' })
  await expect(record).toBeEnabled()
  // A paper that was shown once has its letterhead on this device.
  const invoice = page.getByRole('dialog', { name: 'Invoice Detail' })
  await panel.getByRole('button', { name: 'View Invoice' }).click()
  expect((await read(page, invoice, 'e2e-unpaid')).inks[0]?.top).toBeLessThan(12)
  await expectAccessible(page, { without: 'iframe' })
  // A click puts the focus into the paper, and the keys work in the dialog again.
  const isBack = page.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('focus', () => resolve(), { once: true })),
  )
  await invoice.locator('iframe').click()
  await isBack
  await page.keyboard.press('Escape')
  await expect(invoice).toHaveCount(0)
  // Keyboard users continue where the paper was opened.
  await expect(panel.getByRole('button', { name: 'View Invoice' })).toBeFocused()
  await goOffline(desk)

  await record.click()
  const payment = page.getByRole('dialog', { name: 'Record Payment' })
  await payment.getByRole('button', { name: 'Record Payment' }).click()
  const receipt = page.getByRole('dialog', { name: 'Receipt Detail' })
  await receipt.getByText('80 mm roll', { exact: true }).click()
  await expect(receipt.getByRole('switch', { name: 'Letterhead' })).toHaveCount(0)
  const roll = await read(page, receipt, 'e2e-roll')
  expect(roll.widthMm).toBe(80)
  expect(roll.words).toContain('Provisional, not yet on the server')
  expect(roll.words).toContain('Rupees one thousand only')
  await expectAccessible(page, { without: 'iframe' })

  await receipt.getByText('A4', { exact: true }).click()
  const sheet = await read(page, receipt, 'e2e-sheet')
  expect(sheet.widthMm).toBe(210)
  expect(sheet.inks[0]?.top).toBeLessThan(12)
  // Arabic is extracted from a paper in the order of its letters.
  for (const word of [NAME.fname, NAME.lname]) expect(sheet.words).toContain(word)

  // The words of the other languages are on the device, although nothing was printed in them before.
  for (const [language, heading, mode] of [
    ['العربية', 'إيصال', 'طريقة الدفع'],
    ['हिन्दी', 'रसीद', 'नकद'],
  ] as const) {
    await receipt.getByText(language, { exact: true }).click()
    await expect(receipt.getByRole('radio', { name: language })).toBeChecked()
    const own = await read(page, receipt, `e2e-${heading}`)
    for (const word of [heading, mode, NAME.fname, NAME.lname]) expect(own.words).toContain(word)
    expect(own.words).not.toMatch(/RECEIPT|Provisional|Rupees/)
  }
  await expectAccessible(page, { without: 'iframe' })
  await receipt.getByText('English', { exact: true }).click()
  await expect(receipt.getByRole('radio', { name: 'English' })).toBeChecked()

  await desk.setOffline(false)
  await expect
    .poll(async () => (await read(page, receipt, 'e2e-final')).words, { timeout: 40_000, intervals: [2_000] })
    .toContain('printed before as')
  await receipt.getByRole('button', { name: 'Close' }).click()
  await panel.getByRole('button', { name: 'View Invoice' }).click()
  const paid = await read(page, invoice, 'e2e-invoice')
  expect(paid.words).toContain('INVOICE')
  expect(paid.words).not.toContain('Provisional')
  await desk.close()
})
