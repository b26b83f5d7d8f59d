import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { setSettings } from '../sharing/share-fixture.ts'
import {
  personId,
  radiologist,
  receptionist,
  roleInput,
  STRONG,
  saveRole,
  saveUser,
  setByLink,
  trySignIn,
  useLink,
} from './people-fixture.ts'

const HOURS = 3_600_000
let letters: string[] = []
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    let letter = ''
    stream.on('data', (part: Buffer) => (letter += part.toString()))
    stream.on('end', () => {
      letters.push(letter.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      done()
    })
  },
})

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  server = await openDemo({ READROOM_URL: 'https://ris.example.org' })
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(async () => {
  await server.close()
  await new Promise<void>((resolve) => mailServer.close(() => resolve()))
})
beforeEach(async () => {
  letters = []
  server.clock.now = NOW
  await setSettings(server, { smtp_host: '', smtp_sender_email: '' })
})

const useOwnMail = () =>
  setSettings(server, {
    smtp_host: '127.0.0.1',
    smtp_port: (mailServer.server.address() as AddressInfo).port,
    smtp_is_ssl: false,
    smtp_user_name: '',
    smtp_sender_email: 'desk@sanjeevani.example',
  })
const makeLink = (desk: ApiUser, input: object) => desk.post(`${PHP}user/passwordLink`, input)
/** Makes a person who has no password yet. */
async function newPerson(change: object = {}, make = receptionist) {
  const { password: _, ...input } = make(change)
  expect((await saveUser(admin, input)).status).toBe(200)
  return input
}
/** Makes a person who manages users and is not an administrator. */
async function managerDesk(): Promise<{ desk: ApiUser; role: number }> {
  const role = (await saveRole(admin, roleInput({ app_modules: [8, 2, 6] }))).body.result.id as number
  const person = receptionist({ role_id: role })
  await saveUser(admin, person)
  return { desk: server.apiUserOf(String((await trySignIn(server, person.username, STRONG)).token)), role }
}

test('a user cannot type another person’s password, of any kind, new or existing', async () => {
  const set = { password: 'is set by its person: save without it, and make a link for them' }
  for (const input of [
    receptionist(),
    radiologist(),
    receptionist({ is_ref_doctor: 1, ref_doctor_type: 'Doctor' }),
  ])
    expect((await admin.post(`${PHP}saveUser`, input)).body.fields).toEqual(set)
  const person = await newPerson()
  const typed = await admin.post(`${PHP}saveUser`, { ...person, password: STRONG }, { 'if-match': '"1"' })
  expect([typed.status, typed.body.fields]).toEqual([400, set])
})

test('a link sets the password once and then expires', async () => {
  const person = await newPerson()
  // From another address, because a wrong try makes the next one need a captcha.
  expect((await trySignIn(server, person.username, STRONG, '192.0.2.77')).status).toBe(401)
  const made = await makeLink(admin, { id: person.id })
  expect(made.body.result).toMatchObject({
    sent_to: '',
    expires: new Date(NOW.getTime() + 72 * HOURS).toISOString(),
  })
  const { url } = made.body.result
  expect(url).toMatch(/^https:\/\/ris\.example\.org\/set-password#[\w-]{43}$/)
  const opened = await admin.post('auth/passwordLink', { secret: url.split('#')[1] })
  expect(opened.body.result).toMatchObject({ username: person.username, name: 'Nandini Rao' })
  expect((await useLink(admin, url, 'weak')).body.fields.new_password).toMatch(/^needs at least 8 characters/)
  expect((await useLink(admin, url, STRONG)).status).toBe(200)
  expect((await trySignIn(server, person.username, STRONG)).status).toBe(200)
  expect((await useLink(admin, url, 'Other#2026x')).body.code).toBe('link_over')
  expect((await admin.post('auth/passwordLink', { secret: url.split('#')[1] })).body.code).toBe('link_over')
  expect((await trySignIn(server, person.username, STRONG)).status).toBe(200)
})

test('one of two people who use one link at the same moment sets the password', async () => {
  const person = await newPerson()
  const { url } = (await makeLink(admin, { id: person.id })).body.result
  const answers = await Promise.all([useLink(admin, url, STRONG), useLink(admin, url, 'Other#2026x')])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('a link expires after 72 hours, after a newer one, and when its person is disabled', async () => {
  const person = await newPerson()
  const { url: first } = (await makeLink(admin, { id: person.id })).body.result
  const { url: second } = (await makeLink(admin, { id: person.id })).body.result
  expect((await useLink(admin, first, STRONG)).body.code).toBe('link_over')
  server.clock.now = new Date(NOW.getTime() + 72 * HOURS)
  expect((await useLink(admin, second, STRONG)).body.code).toBe('link_over')
  server.clock.now = NOW
  await saveUser(admin, { ...person, status: 0 }, 1)
  expect((await useLink(admin, second, STRONG)).body.code).toBe('link_over')
  expect((await makeLink(admin, { id: person.id })).body.message).toBe('This account is deactivated.')
})

test('a password set by a link ends the sessions of its person', async () => {
  const person = await newPerson()
  await setByLink(admin, person.id, STRONG)
  const desk = await trySignIn(server, person.username, STRONG)
  await setByLink(admin, person.id, 'Other#2026x')
  expect((await desk.get('/api/auth/getModules')).status).toBe(403)
  expect((await trySignIn(server, person.username, 'Other#2026x')).status).toBe(200)
})

test('a link is sent to the person’s address by the client’s own mail server, and is not shown', async () => {
  await useOwnMail()
  const person = await newPerson({ email: `nandini.${Date.now()}@centre.example` })
  const made = await makeLink(admin, { id: person.id })
  expect(made.body.result).toMatchObject({ sent_to: 'n•••@centre.example', url: '' })
  expect(letters[0]).toContain('From: desk@sanjeevani.example')
  const url = /https:\/\/ris\.example\.org\/set-password#[\w-]{43}/.exec(letters[0] ?? '')?.[0] ?? ''
  expect((await useLink(admin, url, STRONG)).status).toBe(200)
  const trail = await readAudit(server, SANJEEVANI.id, 'user')
  const lines = trail.filter((line) => line.record_id === person.id).map(({ action }) => action)
  expect(lines).toEqual(expect.arrayContaining(['make_password_link', 'set_password']))
  expect(JSON.stringify(trail)).not.toContain(url.split('#')[1])
  const stored = await askAdmin(server, 'select * from entry.password_link')
  expect(JSON.stringify(stored)).not.toContain(url.split('#')[1])
})

test('a non-administrator creates no link for a user with more rights, and is not shown a doctor’s link', async () => {
  const { desk: manager, role } = await managerDesk()
  const above = await makeLink(manager, { id: personId('admin.sanjeevani') })
  expect(above.body.code).toBe('not_permitted')
  const doctor = await newPerson({ role_id: role, can_sign: 0 }, radiologist)
  await setByLink(admin, doctor.id, STRONG)
  expect((await makeLink(manager, { id: doctor.id })).body.message).toBe(
    'Only an administrator may see the link of a doctor. Enter an e-mail address for it, or ask one.',
  )
  expect((await makeLink(manager, { id: doctor.id, is_shown: 1 })).body.code).toBe('not_permitted')
  const colleague = await newPerson({ role_id: role })
  expect((await makeLink(manager, { id: colleague.id })).body.result.url).not.toBe('')
})

test('a link is created for users with a password that others may reset', async () => {
  const own = await makeLink(admin, { id: personId('admin.sanjeevani') })
  expect(own.body.message).toBe('Change your own password under Change Password.')
  const { username: _, ...referrer } = await newPerson({
    username: '',
    is_ref_doctor: 1,
    ref_doctor_type: 'Doctor',
    role_id: 9,
  })
  expect((await makeLink(admin, { id: referrer.id })).body.message).toBe(
    'This person has no user name to sign in by.',
  )
  const elsewhere = await server.signIn('admin.alnoor')
  expect((await makeLink(elsewhere, { id: referrer.id })).status).toBe(404)
  const reception = await server.signIn('reception.andheri')
  expect((await makeLink(reception, { id: referrer.id })).body.code).toBe('not_permitted')
})
