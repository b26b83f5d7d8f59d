import { expect, test } from '@playwright/test'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { freePort } from '#tests/helpers/archive/orthanc.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const GIVEN = '0197b000-0000-7000-8000-000000000001'
const MISSING = '0197b000-0000-7000-8000-000000000002'

let server: RunningServer
let aet: string
test.beforeAll(async () => {
  server = await startServer({ READROOM_WORKLIST_PORT: String(await freePort()) })
  const [visit] = await askDatabase(
    server,
    'select id, branch_id, patient_id from visit where client_id = $1 order by id limit 1',
    [SANJEEVANI.id],
  )
  const [machine] = await askDatabase(
    server,
    'select id, aet, department_id from machine where client_id = $1 and branch_id = $2 and active and hidden is null limit 1',
    [SANJEEVANI.id, visit?.branch_id],
  )
  aet = String(machine?.aet)
  await askDatabase(server, "update patient set fname = 'आशा', lname = 'शर्मा' where id = $1", [
    visit?.patient_id,
  ])
  const slot = '0197b000-0000-7000-8000-000000000003'
  await askDatabase(
    server,
    `insert into visit_machine (client_id, id, visit_id, department_id, machine_id, start_dt, end_dt, blocks)
     values ($1, $2, $3, $4, $5, now(), now() + interval '20 minutes', false)`,
    [SANJEEVANI.id, slot, visit?.id, machine?.department_id, machine?.id],
  )
  for (const [id, no, status] of [
    [GIVEN, 'WALKVIEW1', 5],
    [MISSING, 'WALKVIEW2', 2],
  ])
    await askDatabase(
      server,
      `insert into visit_service (client_id, id, visit_id, name, modality, accession_no, status, start_dt, visit_machine_id)
       values ($1, $2, $3, 'CT Chest', 'CT', $4, $5, now(), $6)`,
      [SANJEEVANI.id, id, visit?.id, no, status, slot],
    )
  // An older machine, whose profile states what it reads.
  await askDatabase(
    server,
    `insert into machine_profile (client_id, aet, first_seen, last_seen, character_set)
     values ($1, $2, now(), now(), 'ISO_IR 100')`,
    [SANJEEVANI.id, aet],
  )
})
test.afterAll(() => server?.stop())
const admin = onePage(() => server, 'admin.sanjeevani')

async function shots(name: string): Promise<void> {
  const page = admin()
  for (const [width, height] of [
    [390, 844],
    [1024, 768],
    [1440, 900],
  ] as const) {
    if (!process.env.READROOM_SHOTS) break
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.READROOM_SHOTS}/${name}-${width}.png`, fullPage: true })
  }
}

test('an administrator sees what a machine would receive, and why an examination is missing', async () => {
  const page = admin()
  await openScreen(page, `${server.url}/interfaces`)
  await page.getByRole('link', { name: 'What would a machine see now?' }).click()
  await page.getByRole('combobox', { name: 'AE title of the machine' }).fill(aet)
  await page.keyboard.press('Escape')
  await page.getByText('Your own').click()
  await page.getByLabel('Find a missing examination').fill('walkview2')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The machine gets nothing' })).toContainText(
    'The client has no title that machines can call.',
  )
  await askDatabase(
    server,
    `insert into client_setting (client_id, mwl_aet) values ($1, 'WALKVIEW')
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet`,
    [SANJEEVANI.id],
  )
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const list = page.getByRole('grid', { name: 'Examinations that the machine gets' })
  await expect(list).toContainText('WALKVIEW1')
  await expect(list).not.toContainText('WALKVIEW2')
  await expect(page.getByText('Answered in ISO_IR 100.')).toBeVisible()
  const missing = page.getByRole('region', { name: 'Why is it missing?' })
  await expect(missing.getByRole('listitem').first()).toContainText(
    'It is Confirmed. Machines get it once its visit is started and it is Ready to Scan.',
  )
  await expectAccessible(page)
  await shots('machine-view')
  await list.getByText('WALKVIEW1').click()
  const drawer = page.getByRole('dialog', { name: 'Item of the worklist' })
  await expect(drawer).toContainText('Sharma^Asha')
  await expect(drawer).toContainText('शर्मा^आशा')
  await expectAccessible(page)
  await shots('machine-item')
  await page.keyboard.press('Escape')
  expect(
    await askDatabase(
      server,
      "select count(*)::int as looks from audit_trail where type = 'machine_worklist' and detail->>'aet' = $1",
      [aet],
    ),
  ).toEqual([{ looks: 2 }])
})
