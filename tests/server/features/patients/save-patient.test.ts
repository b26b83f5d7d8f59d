import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { CLIENT } from '../parts-fixture.ts'
import { feedOf } from '../reports/report-fixture.ts'
import { find, putPatient, registration, saveOffline, savePatient } from './patient-fixture.ts'

let server: DemoServer
let admin: ApiUser
let desk: ApiUser
let iyer: ApiUser
let alnoor: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  desk = await server.signIn('reception.kothrud')
  iyer = await server.signIn('dr.iyer')
  alnoor = await server.signIn('admin.alnoor')
})
afterAll(() => server.close())

const stored = async (id: string) => (await askAdmin(server, 'select * from patient where id = $1', [id]))[0]

test('a registration gets the next number, is in the trail without a name, and belongs to the registering user’s branches', async () => {
  const input = registration({ allergies: ['Iodine'], is_allergic: 1, is_vip: 1 })
  const answer = await savePatient(desk, input)
  expect(answer.status).toBe(200)
  const { patient } = answer.body.result
  expect(patient).toMatchObject({ id: input.id, rev: 1, phone_code: '91', allergies: ['Iodine'], is_vip: 1 })
  expect(patient.pat_id).toMatch(/\d{6}$/)
  expect((await feedOf(server, input.id)).map(({ op, scope }) => [op, scope])).toEqual([
    ['put', `patients:${SANJEEVANI.branches[1]?.id}`],
  ])
  const lines = (await readAudit(server, CLIENT, 'patient')).filter((line) => line.record_id === input.id)
  expect(lines.map(({ action }) => action)).toEqual(['add'])
  expect(JSON.stringify(lines)).not.toContain(input.fname)
  const next = await putPatient(desk)
  expect(Number(next.pat_id.slice(-6))).toBe(Number(patient.pat_id.slice(-6)) + 1)
})

test.each([
  [{ fname: ' ' }, 'fname', 'First name is required.'],
  [{ lname: '' }, 'lname', 'Last name is required.'],
  [{ mobile: '' }, 'mobile', 'Mobile is required.'],
  [{ mobile: '98ABC12345' }, 'mobile', 'Mobile holds digits only.'],
  [{ mobile: '12345678901' }, 'mobile', 'Mobile has at most 10 digits.'],
  [{ mobile: '123456789', phone_code: '965' }, 'mobile', 'Mobile has at most 8 digits.'],
  [{ gender: '' }, 'gender', 'Gender is required.'],
  [{ dob: null }, 'dob', 'DOB or age is required.'],
  [{ dob: '2027-01-01' }, 'dob', 'Date of birth lies in the future.'],
  [{ dob: '2030-01-01' }, 'dob', 'Date of birth lies in the future.'],
  [{ dob: '1700-01-01' }, 'dob', 'Date of birth lies more than 150 years back.'],
  [{ dob: '1870-01-01' }, 'dob', 'Date of birth lies more than 150 years back.'],
  [{ dob: null, age_y: 151 }, 'dob', 'Date of birth lies more than 150 years back.'],
  [{ dob: null, age_y: -1 }, 'dob', 'Age is a number of whole years, months and days.'],
  [{ email: 'nobody' }, 'email', 'This is not an e-mail address.'],
])('a broken rule is reported at its field: %o', async (change, field, words) => {
  const { status, body } = await savePatient(desk, registration(change))
  expect([status, body.code, body.fields]).toEqual([400, 'invalid', { [field]: words }])
})

test.each([
  ['1700-01-01', 'lies more than 150 years back'],
  ['2030-01-01', 'lies in the future'],
])('a known patient’s birth date is not changed to %s, here or by an offline device', async (dob, why) => {
  const { id, dob: seen } = await putPatient(desk)
  const input = registration({ id, rev: 1, dob, before: { dob: seen } })
  const fields = { dob: `Date of birth ${why}.` }
  expect((await savePatient(desk, input)).body).toMatchObject({ code: 'invalid', fields })
  expect(await saveOffline(desk, input)).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
  expect((await stored(id))?.rev).toBe(1)
})

test('an age becomes a birth date in the desk’s time zone, marked as calculated', async () => {
  const patient = await putPatient(desk, { dob: undefined, age_y: 40, age_m: 2 })
  expect([patient.dob, patient.is_dob_from_age]).toEqual(['1986-09-21', 1])
})

test('a national id or passport of another patient is refused at once with the exact message', async () => {
  const ssn = `N${Date.now()}`
  await putPatient(desk, { ssn, passport: `P${ssn}` })
  const again = await savePatient(desk, registration({ ssn: ssn.toLowerCase() }))
  expect([again.status, again.body.code, again.body.fields]).toEqual([
    422,
    'duplicate_ssn',
    { ssn: 'Duplicate National ID!' },
  ])
  const passport = await savePatient(desk, registration({ passport: `P${ssn}` }))
  expect([passport.body.code, passport.body.message]).toEqual([
    'duplicate_passport',
    'Duplicate Passport No.!',
  ])
})

test('an offline registration with such a number is kept, with the number held back until it is changed', async () => {
  const ssn = `H${Date.now()}`
  await putPatient(desk, { ssn })
  const input = registration({ ssn })
  const answer = await saveOffline(desk, input)
  expect([answer.status, answer.flags]).toEqual([200, ['needs_merge']])
  expect(await stored(input.id)).toMatchObject({ ssn: '', ssn_held: ssn, needs_merge: true })
  const likely = await desk.post(`${PHP}patient/likely`, { ...pick(input), id: input.id })
  expect(likely.body.result[0]).toMatchObject({
    score: expect.any(Number),
    reasons: expect.arrayContaining(['Same national ID']),
  })
  const mended = await savePatient(desk, { ...input, ssn: `${ssn}9`, rev: 1, before: { ssn: '' } })
  expect(mended.body.result.patient).toMatchObject({ ssn: `${ssn}9`, needs_merge: 0 })
})

const pick = ({ fname, lname, mobile, gender, dob }: ReturnType<typeof registration>) => ({
  fname,
  lname,
  mobile,
  gender,
  dob,
})

test('two desks that register one number at once get one record and one refusal', async () => {
  const ssn = `R${Date.now()}`
  const answers = await Promise.all([1, 2, 3].map(() => savePatient(desk, registration({ ssn }))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
})

test('a possible duplicate is shown before a second record is created, and is a different person on request', async () => {
  const known = await putPatient(desk, { dob: '1991-04-07' })
  const twin = registration({
    fname: known.lname,
    lname: known.fname,
    dob: '1991-07-04',
    mobile: known.mobile,
  })
  const asked = await savePatient(desk, twin)
  expect([asked.status, asked.body.code]).toEqual([422, 'likely_duplicate'])
  expect(asked.body.current[0]).toMatchObject({
    patient: { id: known.id },
    reasons: ['Same name', 'Date of birth nearly the same', 'Same mobile'],
  })
  expect((await savePatient(desk, { ...twin, is_confirmed: 1 })).body.result.patient.needs_merge).toBe(0)
})

test('the same registration made offline is kept and waits for a person', async () => {
  const known = await putPatient(desk)
  const twin = registration({ fname: known.fname, lname: known.lname, dob: known.dob })
  expect((await saveOffline(desk, twin)).flags).toEqual(['needs_merge'])
  expect((await desk.get(`${PHP}patients`, { needs_merge: '1' })).body.result.data).toContainEqual(
    expect.objectContaining({ id: twin.id, needs_merge: 1 }),
  )
})

test('a repeated registration is one record; another one under its id is refused', async () => {
  const input = registration({ dob: undefined, age_y: 30 })
  const first = await savePatient(desk, input)
  const again = await savePatient(desk, input)
  expect(again.body.result.patient).toEqual(first.body.result.patient)
  expect((await savePatient(desk, { ...input, fname: 'Other' })).status).toBe(409)
})

test('changes of different fields are both kept; for the same field the later user sees the current value', async () => {
  const patient = await putPatient(desk, { city: 'Pune' })
  const base = { ...registration(), ...pick(patient), id: patient.id, rev: 1 }
  const city = await savePatient(desk, { ...base, city: 'Satara', before: { city: 'Pune' } })
  expect(city.body.result.patient).toMatchObject({ city: 'Satara', rev: 2 })
  const mail = await savePatient(admin, {
    ...base,
    city: 'Pune',
    email: 'a@b.example',
    before: { email: '' },
  })
  expect(mail.body.result.patient).toMatchObject({ city: 'Satara', email: 'a@b.example', rev: 3 })
  const late = await savePatient(desk, { ...base, city: 'Nashik', before: { city: 'Pune' } })
  expect([late.status, late.body.current.city]).toEqual([409, 'Satara'])
})

test('with the setting the national id or passport is the patient id, and the form receives the setting', async () => {
  const set = (on: boolean) =>
    askAdmin(
      server,
      `insert into client_setting (client_id, use_ssn_passport_as_pat_id) values ($1, $2)
       on conflict (client_id) do update set use_ssn_passport_as_pat_id = $2`,
      [CLIENT, on],
    )
  await set(true)
  const ssn = `X${Date.now()}`
  expect((await putPatient(desk, { ssn, pat_id: 'MINE' })).pat_id).toBe(ssn)
  expect((await putPatient(desk, { passport: `${ssn}P` })).pat_id).toBe(`${ssn}P`)
  expect((await putPatient(desk)).pat_id).toMatch(/\d{6}$/)
  const signIn = await server.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'reception.kothrud', password: DEMO_PASSWORD },
  })
  expect(signIn.body.result.use_ssn_passport_as_pat_id).toBe(1)
  await set(false)
  expect((await putPatient(desk, { pat_id: `${ssn}M` })).pat_id).toBe(`${ssn}M`)
  const taken = await savePatient(desk, registration({ pat_id: `${ssn}m` }))
  expect(taken.body.fields).toEqual({ pat_id: 'Another patient has this ID.' })
})

test('a user without a desk neither finds nor registers, and another centre has none of it', async () => {
  const patient = await putPatient(desk)
  expect((await savePatient(iyer, registration())).body.code).toBe('not_permitted')
  expect((await iyer.get(`${PHP}patients`)).body.code).toBe('not_permitted')
  expect((await alnoor.get(`${PHP}patient/detail/${patient.id}`)).status).toBe(404)
  expect(await find(alnoor, patient.pat_id)).not.toContain(patient.id)
})

test('reading a record is in the trail', async () => {
  const patient = await putPatient(desk)
  expect((await desk.get(`${PHP}patient/detail/${patient.id}`)).body.result.id).toBe(patient.id)
  const lines = await readAudit(server, CLIENT, 'patient')
  expect(lines.filter(({ record_id, action }) => record_id === patient.id && action === 'read')).toHaveLength(
    1,
  )
  expect((await desk.get(`${PHP}patient/detail/${mintId()}`)).status).toBe(404)
})

test('numbers match exactly, names in any order and with similar spelling, the best match first', async () => {
  const one = await putPatient(desk, { fname: 'Meenakshi', lname: 'Sundaramoorthy', mobile: '8123456701' })
  const other = await putPatient(desk, {
    fname: 'Minakshi',
    lname: 'Sundarmurthy',
    mobile: '8123456799',
    dob: '1950-01-02',
  })
  expect(await find(desk, one.pat_id.toLowerCase())).toEqual([one.id])
  expect(await find(desk, '+91 81234 56701')).toEqual([one.id])
  expect(await find(desk, '81234567')).toEqual(expect.arrayContaining([one.id, other.id]))
  expect((await find(desk, 'sundaramoorthy MEENAKSHI'))[0]).toBe(one.id)
  expect(await find(desk, 'Minakshi Sundaramurthy')).toEqual(expect.arrayContaining([one.id, other.id]))
  expect(await find(desk, 'Meenakshi Sundaramoorthy', { dob: '1950-01-02' })).toEqual([other.id])
  expect(await find(desk, 'Qwxzv')).toEqual([])
})

test('names are found with two wrong letters in a word, in either order, exact spellings first', async () => {
  const wrong = await putPatient(desk, { fname: 'Purushottam', lname: 'Venkatramanan' })
  const input = registration({ fname: 'Purushottam', lname: 'Venkataraman' })
  const right = (await savePatient(desk, input)).body.result.patient
  expect(await find(desk, 'Purushottam Venkataraman')).toEqual([right.id, wrong.id])
  // Two letters of one word, then a swap and a letter left out, then both words.
  expect(await find(desk, 'Purushottam Venketaramen')).toContain(right.id)
  expect(await find(desk, 'vekntaraman purushottam')).toContain(right.id)
  expect(await find(desk, 'VENCATARAMAM Parushotam')).toContain(right.id)
  expect(await find(desk, 'Purushottam Xenketarumen')).not.toContain(right.id)
  // The beginning of a name with a wrong letter, as it is being typed.
  expect(await find(desk, 'Purus Venketar')).toContain(right.id)
  const before = { lname: 'Venkataraman' }
  await savePatient(desk, { ...input, lname: 'Bhattacharjee', rev: right.rev, before })
  expect(await find(desk, 'bhatacharje')).toEqual([right.id])
})
