import { expect, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { DEMO_SIGN_IN, signIn } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server?.stop())

/** Returns the accession number of an unmatched study with a visit: some of the demo have no visit. */
async function accessionOfAVisit(): Promise<string> {
  const [study] = await askDatabase<{ accession_no: string }>(
    server,
    `select s.accession_no
       from study s
       join visit_service o on o.client_id = s.client_id and o.accession_no = s.accession_no
       join app_user a on a.client_id = s.client_id
      where a.username = $1 and s.visit_service_id is null and s.status = 'Pending' and s.hidden is null
        and s.accession_no <> '' and s.pat_id <> ''
      order by s.received_datetime desc limit 1`,
    [DEMO_SIGN_IN.admin],
  )
  if (!study) throw new Error('the demo has no unmatched study that came out of a visit')
  return study.accession_no
}

test('a study of the unmatched view is linked to the suggested visit and unlinked again', async ({
  page,
}) => {
  await signIn(page, server.url, DEMO_SIGN_IN.admin)
  await page.goto(`${server.url}/archives?range=Any&link=Unmatched&status=Pending`)
  await expect(page.getByText('Visit: Unmatched')).toBeVisible()
  const row = page.getByRole('row').nth(1)
  const accession = await accessionOfAVisit()
  await page.getByRole('textbox', { name: 'Keyword' }).fill(accession)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Pending')
  const more = row.getByRole('button', { name: /^Actions for / })
  const name = ((await more.getAttribute('aria-label')) ?? '').replace('Actions for ', '')
  await more.click()
  await page.getByRole('menuitem', { name: 'Link to Visit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link to a visit' })
  const first = dialog.getByRole('region', { name: 'Suggested visits' }).getByRole('listitem').first()
  await expect(first).toContainText('Same patient ID')
  await expectAccessible(page, { within: ['[role=dialog]'] })
  await first.getByRole('button', { name: 'Link' }).click()
  await expect(page.getByText('Linked', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.goto(`${server.url}/archives?range=Any&link=Linked&status=Pending`)
  // The list is long, and draws only the visible rows.
  await page.getByRole('textbox', { name: 'Keyword' }).fill(accession)
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Link to Visit' }).click()
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await page
    .getByRole('dialog', { name: /Unlink this study/ })
    .getByRole('button', { name: 'Unlink' })
    .click()
  await expect(page.getByText('Unlinked', { exact: true })).toBeVisible()
})
