import { expect, test } from '@playwright/test'
import { expectAccessible } from './helpers/browser/accessible.ts'
import { onePage } from './helpers/one-page.ts'
import { openScreen } from './helpers/open-screen.ts'
import { DEMO_SIGN_IN } from './helpers/people.ts'
import { askDatabase } from './helpers/server/ask-database.ts'
import { type RunningServer, startServer } from './helpers/server/running-server.ts'

const TEXT = '<p>Lungs are clear. Read by Dr. Anjali Mehta.</p>'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
  await switchOn()
  await drawOne()
})
test.afterAll(() => server?.stop())
const second = onePage(() => server, DEMO_SIGN_IN.ownWorklistDoctor)
const first = onePage(() => server, DEMO_SIGN_IN.senior)

/** Saves the settings as the administrator does; people who sign in after that have the page. */
const switchOn = () =>
  askDatabase(
    server,
    `insert into client_setting (client_id, peer_learning) select client_id, true from app_user where username = $1
     on conflict (client_id) do update set peer_learning = true`,
    [DEMO_SIGN_IN.admin],
  )

/**
 * Inserts the result of the hourly draw: a study that the senior signed, assigned to a colleague without a
 * right to the branch's lists.
 */
async function drawOne(): Promise<void> {
  const [study] = await askDatabase<{ id: string }>(
    server,
    `select s.id from study s
     join app_user u on u.client_id = s.client_id and u.id = s.signed_by_doctor_id and u.username = $1
     join app_user o on o.client_id = s.client_id and o.username = $2
     join report_version h on h.client_id = s.client_id and h.study_id = s.id and h.signed_hash <> ''
     where s.hidden is null and s.branch_id is not null and s.assigned_doctor_id is distinct from o.id
     order by s.id limit 1`,
    [DEMO_SIGN_IN.senior, DEMO_SIGN_IN.ownWorklistDoctor],
  )
  await askDatabase(
    server,
    `update report_version set report_data = $2 where study_id = $1 and signed_hash <> ''`,
    [study?.id, TEXT],
  )
  await askDatabase(server, `update study set study_desc = 'CT Thorax of the draw' where id = $1`, [
    study?.id,
  ])
  const [reading] = await askDatabase<{ id: string }>(
    server,
    `insert into peer_reading (client_id, id, study_id, branch_id, day, modality, drawn_on, version_ids, reader_id, given_on)
     select s.client_id, gen_random_uuid(), s.id, s.branch_id, current_date - 1, s.modality, now(),
       array(select h.id from report_version h where h.client_id = s.client_id and h.study_id = s.id and h.signed_hash <> ''
         order by h.rev desc limit 1),
       (select o.id from app_user o where o.client_id = s.client_id and o.username = $2), now()
     from study s where s.id = $1 returning id`,
    [study?.id, DEMO_SIGN_IN.ownWorklistDoctor],
  )
  await askDatabase(
    server,
    `insert into peer_first (client_id, reading_id, user_id)
     select s.client_id, $2, s.signed_by_doctor_id from study s where s.id = $1`,
    [study?.id, reading?.id],
  )
}

test('a colleague reviews without names; the signing doctor is notified by the bell and replies, and neither sees the other', async () => {
  const reader = second()
  await openScreen(reader, `${server.url}/dashboard`)
  await reader.getByRole('navigation').getByRole('link', { name: 'Peer learning' }).click()
  await reader.getByRole('button', { name: 'Read CT Thorax of the draw' }).click()
  const report = reader.getByRole('region', { name: 'Report as signed' })
  await expect(report).toContainText('Lungs are clear. Read by [name].')
  await expect(reader.getByText('Mehta')).toHaveCount(0)
  const form = reader.getByRole('form', { name: 'Your second reading' })
  await form.getByRole('radio', { name: 'I would report differently' }).check()
  await form.getByRole('button', { name: 'Send my reading' }).click()
  await expect(form.getByText('This is required')).toHaveCount(2)
  await expectAccessible(reader)
  await form.getByRole('combobox', { name: /What is it about/ }).click()
  await reader.getByRole('option', { name: 'Perception' }).click()
  await form.getByRole('textbox', { name: /Learning point/ }).fill('A nodule of 8 mm in the right apex.')
  await form.getByRole('button', { name: 'Send my reading' }).click()
  await expect(reader.getByText('Nothing waits for you.')).toBeVisible()

  const signer = first()
  await openScreen(signer, `${server.url}/dashboard`)
  await signer.getByRole('button', { name: /^Notifications/ }).click()
  await signer.getByRole('link', { name: /A colleague has a learning point about a report of yours/ }).click()
  const points = signer.getByRole('list', { name: 'Learning points about my reports' })
  await expect(points).toContainText('A nodule of 8 mm in the right apex.')
  await expect(points).toContainText('Perception')
  await expect(points.getByText('Iyer')).toHaveCount(0)
  await expectAccessible(signer)
  await points.getByRole('button', { name: 'Answer' }).click()
  await points.getByRole('textbox', { name: /Answer/ }).fill('Thank you, I see it now.')
  await points.getByRole('button', { name: 'Send answer' }).click()
  await expect(points).toContainText('Your answer: Thank you, I see it now.')
  await expect(signer.getByRole('tab', { name: 'About my reports', exact: true })).toBeVisible()

  await openScreen(reader, `${server.url}/peer-learning?tab=done`)
  await expect(reader.getByRole('list', { name: 'Second readings that are done' })).toContainText(
    'Answer: Thank you, I see it now.',
  )
})
