import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import writeXlsxFile from 'write-excel-file/node'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

const HEAD = ['Service Name', 'Charges', 'TAT (minutes)']
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function openImport(page: Page) {
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Masters' }).click()
  await page.getByRole('link', { name: 'Radiology Services' }).click()
  const departments = page.getByRole('navigation', { name: 'Departments' })
  await expect(departments).toBeVisible()
  const button = page.getByRole('button', { name: 'Import Excel' })
  // Exactly one department must be selected.
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await departments.getByText('CT', { exact: true }).click()
  await button.click()
  await expect(page.getByText('Drop the sheet here, or choose it')).toBeVisible()
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: XLSX, buffer })

test('an administrator imports services: each row is checked, confirmed, and appears in the list and the export', async ({
  page,
}) => {
  await openImport(page)
  await choose(page, 'services.xlsx', Buffer.from('Service Name,Charges\nCT,1\n'))
  await expect(page.getByText('Invalid file! Only .xlsx, .csv and .txt are allowed.')).toBeVisible()
  const rows = [
    HEAD,
    ['CT Wrist', 1200.5, 60],
    ['CT Brain Plain', 1, 1],
    ['CT Ankle', '12,5', 60],
    ['CT Elbow', 900, ''],
  ]
  await choose(page, 'services.xlsx', await writeXlsxFile(rows).toBuffer())
  await expect(page.getByText('2 rows are good, 2 are not and will not be sent.')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'is there already' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Show only rows with problems' }).check()
  await expect(page.getByRole('cell', { name: 'Charges is unclear: write "12,5" as 12.5' })).toBeVisible()
  await expectAccessible(page, { within: ['[role="dialog"]'] })
  await page.getByRole('button', { name: 'Upload 2 rows' }).click()
  await expect(page.getByText('Are you sure to upload?')).toBeVisible()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('2 added.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('CT Wrist')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Excel' }).click()
  const exported = await readSheet(readFileSync(await (await download).path()))
  expect(exported[0]).toContain('Service Name')
  expect(exported).toContainEqual(expect.arrayContaining(['CT', 'CT Wrist', 1200.5, 60]))
})

test('a CSV file of a European Excel is read correctly, and its rows appear in the list', async ({
  page,
}) => {
  await openImport(page)
  const text = `${HEAD.join(';')}\r\nCT Crâne;1200,50;60\r\nCT Épaule;abc;60\r\n`
  await choose(page, 'services.csv', Buffer.from(text, 'latin1'))
  await expect(page.getByText('1 row is good, 1 is not and will not be sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload 1 row' }).click()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('1 added.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('CT Crâne')).toBeVisible()
})
