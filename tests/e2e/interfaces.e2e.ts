import { expect, test } from '@playwright/test'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const USER = 'his.walk'
const PASSWORD = 'a password of the walk'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
  await askDatabase(server, 'update client set basic_auth_usr = $1, basic_auth_pwd_hash = $2 where id = $3', [
    USER,
    await hashPassword(PASSWORD),
    SANJEEVANI.id,
  ])
  // Every fourth message uses a character set that neither the message nor the client names: it is refused.
  for (let n = 1; n <= 12; n++) await send(`W${n}`, `WALK-${n}`, n % 4 === 0 ? 'latin1' : 'utf8')
})
test.afterAll(() => server?.stop())
const admin = onePage(() => server, 'admin.sanjeevani')

async function send(id: string, no: string, encoding: 'latin1' | 'utf8'): Promise<void> {
  const message = [
    `MSH|^~\\&|HIS|CITY|READROOM|SANJEEVANI|20261121093000||ORM^O01|${id}|P|2.5.1`,
    'PID|1||WALK9||Gómez^José||19800304|M',
    `ORC|NW|${no}`,
    `OBR|1|${no}||CT^CT Chest|||||||||Cough|||||||||||CT`,
  ].join('\r')
  await fetch(`${server.url}/api/hl7/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/hl7-v2',
      authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`,
    },
    body: Buffer.from(message, encoding),
  })
}

test('a silent hospital is listed first with its alarm, and an administrator edits it', async () => {
  const page = admin()
  await askDatabase(
    server,
    `update exchange_peer set silent_after_hours = 4, silent_since = last_contact where name = 'HIS at CITY'`,
    [],
  )
  await openScreen(page, `${server.url}/interfaces`)
  const card = page
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /HIS at CITY/ })
  await expect(card).toContainText('Silent, last heard')
  await card.click()
  const alarm = page.getByRole('region', { name: 'Alarm for HIS at CITY' })
  const hours = alarm.getByRole('textbox', { name: 'Open hours without a message' })
  await expect(hours).toHaveValue('4 h')
  await expectAccessible(page)
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    if (!process.env.READROOM_SHOTS) break
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${process.env.READROOM_SHOTS}/silence-${width}.png` })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await hours.fill('12')
  await alarm.getByRole('button', { name: 'Save alarm' }).click()
  await expect(page.getByText('On server: the alarm is set.')).toBeVisible()
  await expect(card).not.toContainText('Silent')
  expect(
    await askDatabase(
      server,
      `select silent_after_hours, silent_since from exchange_peer where name = 'HIS at CITY'`,
      [],
    ),
  ).toEqual([{ silent_after_hours: 12, silent_since: null }])
})

test('an administrator finds a refused order by its number, reads it and has it processed again', async () => {
  const page = admin()
  await openScreen(page, `${server.url}/interfaces`)
  await expect(page.getByRole('button', { name: /HIS at CITY/ })).toContainText('12 in 24 hours, 3 not taken')
  await expectAccessible(page)
  await page.getByLabel('Number', { exact: true }).fill('walk-4')
  const rows = page.getByRole('grid', { name: 'Exchanges' }).getByText('WALK-4')
  await expect(rows).toHaveCount(1)
  await rows.click()
  const drawer = page.getByRole('dialog', { name: 'Exchange' })
  await drawer.getByRole('button', { name: 'Show content' }).click()
  await expect(drawer.getByLabel('Content')).toContainText('ORC|NW|WALK-4')
  await drawer.getByRole('button', { name: 'Handle again' }).click()
  await expect(drawer.getByRole('alert')).toContainText('names no character set')
  await askDatabase(
    server,
    `insert into client_setting (client_id, hl7_charset_in) values ($1, '8859/1')
     on conflict (client_id) do update set hl7_charset_in = excluded.hl7_charset_in`,
    [SANJEEVANI.id],
  )
  await drawer.getByRole('button', { name: 'Handle again' }).click()
  await expect(drawer.getByRole('status')).toContainText('Taken')
  expect(
    await askDatabase(
      server,
      "select pat_first_name, pat_last_name from booking_request where placer_order_no = 'WALK-4'",
      [],
    ),
  ).toEqual([{ pat_first_name: 'José', pat_last_name: 'Gómez' }])
  await page.keyboard.press('Escape')
  await expect(page.getByText('Handled again: Taken')).toBeVisible()
})
