import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  deleteUser,
  listUsers,
  personId,
  radiologist,
  receptionist,
  roleInput,
  STRONG,
  saveRole,
  saveUser,
  trySignIn,
  uploadPicture,
} from './people-fixture.ts'

let server: DemoServer
let admin: ApiUser
let alNoor: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  alNoor = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

test('a receptionist is created and signs in; neither hash nor password is in any response or trail entry', async () => {
  const input = receptionist({ password: ' Str ong#20 26 ' })
  const made = await saveUser(admin, input)
  expect(made.body).toMatchObject({
    message: 'Saved',
    result: { id: input.id, rev: 1, name: 'Nandini Rao', role: 'Reception', status: 1, has_password: 0 },
  })
  expect((await trySignIn(server, input.username, ' Str ong#20 26 ')).status).toBe(200)
  expect((await trySignIn(server, input.username, 'Strong#2026')).status).not.toBe(200)
  const seen = JSON.stringify([
    made.body,
    await listUsers(admin),
    await readAudit(server, SANJEEVANI.id, 'user'),
  ])
  expect(seen).not.toMatch(/argon2|password_hash|Str ong/)
})

test('required fields are named, each at its field', async () => {
  const blank = await saveUser(admin, receptionist({ fname: ' ', mobile: '' }))
  expect(Object.keys(blank.body.fields)).toEqual(['fname', 'mobile'])
  const doctor = await saveUser(admin, radiologist({ can_sign: undefined, username: '' }))
  expect(doctor.body.fields).toEqual({
    can_sign: 'is required',
    username: 'is required to sign in',
  })
  const clinical = await saveUser(admin, receptionist({ is_clinic_doctor: 1 }))
  expect(clinical.body.fields).toEqual({ department_id: 'is required' })
  const limits = await saveUser(
    admin,
    radiologist({ mobile: '98200123456', dr_his_code: 'x'.repeat(51), refdr_share_in_discount: 100 }),
  )
  expect(Object.keys(limits.body.fields)).toEqual(['mobile', 'dr_his_code', 'refdr_share_in_discount'])
})

test('a user name already used for sign-in, at any client, is refused', async () => {
  const taken = await saveUser(admin, receptionist({ username: 'Admin.AlNoor' }))
  expect([taken.status, taken.body.fields]).toEqual([400, { username: 'is taken already' }])
  expect((await trySignIn(server, 'admin.alnoor')).status).toBe(200)
})

test('every field of a referral doctor is stored, and one without a user name cannot sign in', async () => {
  const id = randomUUID()
  const fields = {
    fname: 'City',
    lname: 'Hospital',
    mobile: '9820011111',
    email: 'desk@city.example',
    status: 1,
    is_ref_doctor: 1,
    ref_doctor_type: 'Hospital',
    ref_dr_area: 'Andheri East',
    address: '1 Main Road',
    ref_dr_is_commission: 1,
    ref_dr_commission_on: 'Service',
    refdr_comm_on_price: 'Actual',
    refdr_share_in_discount: 25,
    role_id: 9,
  }
  const saved = await saveUser(admin, { id, ...fields })
  expect(saved.body.result).toMatchObject({ ...fields, has_password: 0, username: '' })
  expect((await trySignIn(server, 'desk@city.example', STRONG)).status).toBe(401)
  const hospitals = await listUsers(admin, { is_ref_doctor: '1', ref_doctor_type: 'Hospital' })
  expect(hospitals.map((one) => one.name)).toContain('City Hospital')
  expect(hospitals.every((one) => one.ref_doctor_type === 'Hospital')).toBe(true)
})

test('each list shows its kind, and can be searched, paged and filtered by role and status', async () => {
  const doctors = await listUsers(admin, { is_doctor: '1' })
  expect(doctors.map((one) => one.name)).toContain('Dr. Anjali Mehta')
  expect(doctors.every((one) => one.is_doctor === 1)).toBe(true)
  const staff = await listUsers(admin, { is_doctor: '0', is_clinic_doctor: '0', is_ref_doctor: '0' })
  expect(staff.map((one) => one.name)).toContain('Pooja Sawant')
  expect(staff.some((one) => one.name === 'Asha Kamat')).toBe(false)
  expect((await listUsers(admin, { role_id: '2' })).map((one) => one.name)).toEqual(['Meera Pillai'])
  expect((await listUsers(admin, { k: 'meh anj' })).map((one) => one.name)).toEqual(['Dr. Anjali Mehta'])
  const { body } = await admin.get(`${PHP}users`, { p: '2', ps: '3' })
  expect(body.result.page).toMatchObject({ start: 3, total: 3, cur_page: 2 })
})

test('a signature is never sent to others, only the fact that there is one', async () => {
  await askAdmin(server, 'update app_user set signature_file_id = gen_random_uuid() where id = $1', [
    personId('dr.mehta'),
  ])
  const [mehta] = await listUsers(admin, { k: 'Mehta' })
  expect(mehta?.has_sig_file_id).toBe(1)
  expect(JSON.stringify(mehta)).not.toMatch(/"sig_file_id"|signature_file/)
})

test('a user manager uploads photo and signature of a doctor, and other people can read only the photo', async () => {
  const input = radiologist()
  const photo = await uploadPicture(server, admin, 'photo', input.id)
  const signature = await uploadPicture(server, admin, 'signature', input.id)
  const saved = await saveUser(admin, { ...input, image_file_id: photo.id, sig_file_id: signature.id })
  expect(saved.body.result).toMatchObject({ img_url: `/api/file/${photo.id}`, has_sig_file_id: 1 })
  const own = await trySignIn(server, input.username, STRONG)
  const iyer = await server.signIn('dr.iyer')
  const statusFor = async (token: string | undefined, id: string) =>
    (await server.app.inject({ url: `/api/file/${id}`, headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  expect(await statusFor(iyer.token, photo.id)).toBe(200)
  expect(await statusFor(iyer.token, signature.id)).toBe(404)
  expect(await statusFor(own.token, signature.id)).toBe(200)
  const removed = await saveUser(admin, { ...input, password: undefined, sig_file_id: '' }, 1)
  expect(removed.body.result.has_sig_file_id).toBe(0)
  expect((await uploadPicture(server, iyer, 'photo', input.id)).status).not.toBe(200)
})

test('another person’s picture is refused', async () => {
  const refused = await saveUser(
    admin,
    radiologist({ image_file_id: randomUUID(), sig_file_id: randomUUID() }),
  )
  expect(refused.body.fields).toEqual({ image_file_id: 'is no picture of this person' })
})

test('an edit needs the revision that was seen, and a repeat of the stored values succeeds', async () => {
  const input = receptionist()
  await saveUser(admin, input)
  const { password: _, ...edit } = input
  expect((await saveUser(admin, edit)).body.result.rev).toBe(1)
  expect((await saveUser(admin, { ...edit, lname: 'Rao-Iyer' }, 1)).body.result).toMatchObject({ rev: 2 })
  const late = await saveUser(admin, { ...edit, lname: 'Other' }, 1)
  expect([late.status, late.body.current.lname]).toEqual([409, 'Rao-Iyer'])
  expect((await saveUser(alNoor, { ...edit, lname: 'Other' }, 2)).status).toBe(404)
})

test('an administrator’s role and status stay, and no user removes their own account or the last administrator', async () => {
  const [own] = await listUsers(admin, { k: 'Meera' })
  const { id, fname, lname, mobile } = own as unknown as Record<string, string>
  const edit = {
    id,
    fname,
    lname,
    mobile: mobile || '9820000000',
    username: 'admin.sanjeevani',
    status: 1,
    role_id: 2,
  }
  const rev = own?.rev
  expect((await saveUser(admin, { ...edit, role_id: 6 }, rev)).body.message).toBe(
    'The role of an administrator cannot be changed.',
  )
  expect((await saveUser(admin, { ...edit, status: 0 }, rev)).body.message).toBe(
    'The status of an administrator cannot be changed.',
  )
  expect((await deleteUser(admin, id as string)).body.message).toBe('You cannot delete your own account.')
  const second = receptionist({ role_id: 2 })
  await saveUser(admin, second)
  const other = await trySignIn(server, second.username, STRONG)
  const headers = { authorization: `Bearer ${other.token}` }
  const remove = (who: string) =>
    server.send({ method: 'POST', url: `${PHP}deleteUser`, payload: { id: who }, headers })
  expect((await deleteUser(admin, second.id)).status).toBe(200)
  expect((await remove(id as string)).status).toBe(403)
})

test('two administrators who delete each other at the same moment leave one of them', async () => {
  const people = [receptionist({ role_id: 2 }), receptionist({ role_id: 2 })] as const
  for (const person of people) await saveUser(alNoor, person)
  const desks = await Promise.all(people.map((person) => trySignIn(server, person.username, STRONG)))
  await askAdmin(server, `update app_user set active = false where username = 'admin.alnoor'`)
  const remove = (by: number, who: number) =>
    server.send({
      method: 'POST',
      url: `${PHP}deleteUser`,
      payload: { id: people[who]?.id },
      headers: { authorization: `Bearer ${desks[by]?.token}` },
    })
  const answers = await Promise.all([remove(0, 1), remove(1, 0)])
  expect(answers.map(({ status }) => status)).not.toEqual([200, 200])
  const left = await askAdmin(
    server,
    `select id from app_user where id = any($1) and active and hidden is null`,
    [people.map(({ id }) => id)],
  )
  expect(left).toHaveLength(1)
  await askAdmin(server, `update app_user set active = true where username = 'admin.alnoor'`)
})

test('a disabled or deleted user is signed out at once, and the device is told to drop its copies', async () => {
  const input = receptionist()
  await saveUser(admin, input)
  const first = await trySignIn(server, input.username, STRONG)
  expect((await first.get('/api/auth/getModules')).status).toBe(200)
  const { password: _, ...edit } = input
  await saveUser(admin, { ...edit, status: 0 }, 1)
  const ended = await first.get('/api/auth/getModules')
  expect([ended.status, ended.body.device_revoked]).toEqual([403, 1])
  await saveUser(admin, { ...edit, status: 1 }, 2)
  const again = await trySignIn(server, input.username, STRONG)
  expect(again.status).toBe(200)
  expect((await deleteUser(admin, input.id)).body).toEqual({ message: 'Deleted' })
  expect((await again.get('/api/auth/getModules')).status).toBe(403)
  expect((await trySignIn(server, input.username, STRONG)).status).toBe(401)
  expect((await deleteUser(admin, input.id)).status).toBe(404)
  // The user name is available again.
  expect((await saveUser(admin, receptionist({ username: input.username }))).status).toBe(200)
})

test('a user without the permission manages no users, and a user manager cannot edit an administrator', async () => {
  const reception = await server.signIn('reception.andheri')
  expect((await reception.get(`${PHP}users`)).body.code).toBe('not_permitted')
  expect((await saveUser(reception, receptionist())).body.code).toBe('not_permitted')
  expect((await deleteUser(reception, personId('dr.iyer'))).body.code).toBe('not_permitted')
  const role = (await saveRole(admin, roleInput({ app_modules: [8, 2] }))).body.result.id as number
  const input = receptionist({ role_id: role })
  await saveUser(admin, input)
  const manager = (await trySignIn(server, input.username, STRONG)).token
  const send = (path: string, payload: object) =>
    server.send({ method: 'POST', url: PHP + path, payload, headers: { authorization: `Bearer ${manager}` } })
  const raised = await send('saveUser', kept(receptionist({ role_id: 2 })))
  expect(raised.body.message).toBe('Only an administrator may give or take the role "Administrator".')
  expect((await send('saveUser', kept(receptionist({ role_id: 6 })))).body.code).toBe('not_permitted')
  expect((await send('saveUser', kept(receptionist({ role_id: role })))).status).toBe(200)
  expect((await send('deleteUser', { id: personId('admin.sanjeevani') })).body.code).toBe('not_permitted')
})

test('invalid addresses are named, and a list that locks out the editor asks first and then ends the session', async () => {
  const bad = await saveUser(admin, receptionist({ allowed_ips: '10.0.0.0/8, 300.1.1.1, 9.9.9.9-1.1.1.1' }))
  expect(bad.body.fields).toEqual({
    allowed_ips: '"300.1.1.1", "9.9.9.9-1.1.1.1" are no address, network or range',
  })
  const input = receptionist({ role_id: 2 })
  await saveUser(admin, input)
  const own = await trySignIn(server, input.username, STRONG)
  const send = (payload: object) =>
    server.send({
      method: 'POST',
      url: `${PHP}saveUser`,
      payload,
      headers: { authorization: `Bearer ${own.token}`, 'if-match': '"1"' },
    })
  const { password: _, ...edit } = input
  const asked = await send({ ...edit, allowed_ips: '192.0.2.1-192.0.2.9' })
  expect([asked.status, asked.body.code]).toEqual([422, 'confirm'])
  expect((await send({ ...edit, allowed_ips: '192.0.2.1-192.0.2.9', is_confirmed: 1 })).status).toBe(200)
  expect((await own.get('/api/auth/getModules')).status).toBe(403)
  const outside = await trySignIn(server, input.username, STRONG)
  expect([outside.status, outside.token, outside.body.code]).toEqual([422, undefined, 'address_refused'])
  const again = await trySignIn(server, input.username, STRONG, '192.0.2.5')
  const from = (address: string) => again.get('/api/auth/getModules', { 'x-forwarded-for': address })
  expect((await from('192.0.2.5')).status).toBe(200)
  expect((await from('192.0.2.10')).status).toBe(403)
  expect((await from('192.0.2.5')).status).toBe(403)
})

test('pickers get people without contact or sign-in data, and doctors on request', async () => {
  const reception = await server.signIn('reception.andheri')
  const { body } = await reception.get(`${PHP}users/ALL`)
  expect(body.result.map((one: { name: string }) => one.name)).toContain('Dr. Anjali Mehta')
  expect(JSON.stringify(body)).not.toMatch(/mobile|email|username/)
  const referrers = await reception.get(`${PHP}users/ALL`, { is_ref_doctor: '1', ref_doctor_type: 'Doctor' })
  expect(referrers.body.result).toMatchObject([{ name: 'Dr. Nilesh Bhat', ref_doctor_type: 'Doctor' }])
})

test('devices that hold people and those that offer doctors receive a change', async () => {
  const input = radiologist()
  await saveUser(admin, input)
  const feed = () =>
    askAdmin<{ type: string; op: string; scope: string }>(
      server,
      'select type, op, scope from change_feed where id = $1 order by pos',
      [input.id],
    )
  expect(await feed()).toEqual([
    { type: 'master', op: 'put', scope: 'people' },
    { type: 'doctor', op: 'put', scope: 'client' },
    { type: 'person', op: 'put', scope: 'persons' },
  ])
  await deleteUser(admin, input.id)
  expect((await feed()).slice(3)).toEqual([
    { type: 'master', op: 'leave', scope: 'people' },
    { type: 'doctor', op: 'leave', scope: 'client' },
    { type: 'person', op: 'leave', scope: 'persons' },
  ])
})

/** Makes a person who manages users of one branch and is not an administrator. */
async function managerOf(branch: string) {
  const role = (await saveRole(admin, roleInput({ app_modules: [8, 2, 6, 22, 25] }))).body.result.id as number
  const input = receptionist({ role_id: role, branch_ids: [branch] })
  await saveUser(admin, input)
  const { token } = await trySignIn(server, input.username, STRONG)
  const send = (path: string) => (payload: object, rev?: number) =>
    server.send({
      method: 'POST',
      url: PHP + path,
      payload,
      headers: { authorization: `Bearer ${token}`, ...(rev ? { 'if-match': `"${rev}"` } : {}) },
    })
  const { password: _, ...own } = input
  return { role, own, save: send('saveUser'), remove: send('deleteUser') }
}
const [ANDHERI, KOTHRUD] = SANJEEVANI.branches.map(({ id }) => id) as [string, string]
/** Returns what a person's form sends when the person has a password already. */
const kept = (input: ReturnType<typeof receptionist>) => ({ ...input, password: undefined })

test('a user manager assigns their own branches, and leaves the others unchanged', async () => {
  const manager = await managerOf(ANDHERI)
  const person = kept(receptionist({ role_id: manager.role, branch_ids: [ANDHERI] }))
  expect((await manager.save({ ...person, branch_ids: [ANDHERI, KOTHRUD] })).body.fields).toEqual({
    branch_ids: 'may hold the branches that you work in',
  })
  expect((await manager.save(person)).status).toBe(200)
  expect((await manager.save({ ...person, branch_ids: [KOTHRUD] }, 1)).body.fields).toEqual({
    branch_ids: 'may hold the branches that you work in',
  })
  const elsewhere = receptionist({ role_id: manager.role, branch_ids: [KOTHRUD] })
  await saveUser(admin, elsewhere)
  for (const answer of [
    await manager.save({ ...kept(elsewhere), lname: 'Other' }, 1),
    await manager.remove({ id: elsewhere.id }),
  ])
    expect(answer.body.message).toBe(
      'Only an administrator may change who works in branches that you do not.',
    )
})

test('no user edits their own rights, not even an administrator; their own name they can', async () => {
  const manager = await managerOf(ANDHERI)
  const words = 'Another administrator must change your own rights.'
  for (const change of [
    { branch_ids: [ANDHERI, KOTHRUD] },
    { branch_ids: [] },
    { role_id: 6 },
    { is_clinic_doctor: 1, department_id: null },
    { ctrl_view_study_image_only: 1 },
  ]) {
    const refused = await manager.save({ ...manager.own, ...change }, 1)
    expect([refused.status, refused.body.code], JSON.stringify(change)).toEqual([422, 'not_permitted'])
  }
  expect((await manager.save({ ...manager.own, branch_ids: [] }, 1)).body.message).toBe(words)
  await askAdmin(server, `update app_user set allowed_ips = '{127.0.0.1}' where id = $1`, [manager.own.id])
  expect((await manager.save({ ...manager.own, allowed_ips: '' }, 1)).body.message).toBe(
    'An administrator must change your own networks.',
  )
  expect((await manager.save({ ...manager.own, lname: 'Rao-Iyer' }, 1)).status).toBe(200)
  const [own] = await listUsers(admin, { k: 'Meera' })
  const { id, fname, lname, mobile, username } = own as unknown as Record<string, string>
  const edit = { id, fname, lname, mobile: mobile || '9820000000', username, status: 1, role_id: 2 }
  const signer = await saveUser(admin, { ...edit, is_doctor: 1, can_sign: 1 }, own?.rev)
  expect(signer.body.message).toBe(words)
})

test('only an administrator makes a user a doctor or a signer, or changes a doctor’s sign-in', async () => {
  const manager = await managerOf(ANDHERI)
  const given = { role_id: manager.role, branch_ids: [ANDHERI] }
  const set = 'is set by an administrator of the client only'
  const made = await manager.save(radiologist({ ...given, password: undefined }))
  expect(made.body.fields).toEqual({ is_doctor: set, can_sign: set })
  const doctor = radiologist({ ...given, can_sign: 0, email: 'farah@centre.example' })
  await saveUser(admin, doctor)
  expect((await manager.save({ ...kept(doctor), can_sign: 1 }, 1)).body.fields).toEqual({ can_sign: set })
  expect((await manager.save({ ...kept(doctor), email: 'me@elsewhere.example' }, 1)).body.fields).toEqual({
    email: set,
  })
  expect((await manager.save({ ...kept(doctor), speciality: 'Chest' }, 1)).status).toBe(200)
  const receptionistOf = receptionist(given)
  await saveUser(admin, receptionistOf)
  expect((await manager.save({ ...kept(receptionistOf), is_doctor: 1, can_sign: 1 }, 1)).body.fields).toEqual(
    {
      is_doctor: set,
      can_sign: set,
    },
  )
})
