import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_PATIENT_LINK, DEMO_PEOPLE } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, dumpEntry, putKnownCaptcha, readAudit, revokeLinks, updateClient } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

let server: DemoServer
let address = 10

beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())
// Every test uses its own address, so that the failures of one test do not throttle the next.
beforeEach(() => {
  address += 1
  server.clock.now = NOW
})

const from = (last = address) => ({ 'x-forwarded-for': `192.0.2.${last}` })

function login(body: Record<string, unknown>, headers: Record<string, string> = from()) {
  return server.send({ method: 'POST', url: '/api/auth/login', payload: body, headers })
}

const mehta = { username: 'dr.mehta', password: DEMO_PASSWORD }

async function readCaptcha() {
  const answer = await server.send({ method: 'GET', url: '/api/public/getLoginCaptcha', headers: from() })
  return answer.body.result as { captcha_id: string; svg: string; required: boolean }
}

test('a correct password opens a session with the fields of the specification', async () => {
  const { status, body } = await login(mehta)
  expect(status).toBe(200)
  expect(body.otp_required).toBe('N')
  expect(body.token).toBe(body.result.token)
  expect(body.result).toMatchObject({
    name: 'Dr. Anjali Mehta',
    user_type: 'CLIENT',
    client_id: SANJEEVANI.id,
    is_doctor: 1,
    can_sign: 1,
    is_client_admin: 0,
    is_patient: 0,
    is_admin: 0,
    currency: 'INR',
    no_of_decimal: 2,
    locale: 'en-IN',
    phone_code: '91',
    report_edit_type: 'Addendum',
    study_download: 0,
    extended_csv: 0,
    pacs_used: 'Self',
  })
  expect(body.result.modules).toContain('verify_report')
  expect(body.result.branch_ids.split(',')).toHaveLength(2)
  expect(body.result).toMatchObject({ time_zone: 'Asia/Kolkata' })
  expect(body.result.branch_zones).toBeUndefined()
})

test('a session of branches in several time zones names the zone of each', async () => {
  const [one = '', two = ''] = (await login(mehta)).body.result.branch_ids.split(',')
  const setZone = (zone: string) =>
    askAdmin(server, 'update branch set time_zone = $2 where id = $1', [two, zone])
  await setZone('Asia/Kuwait')
  try {
    expect((await login(mehta)).body.result).toMatchObject({
      time_zone: '',
      branch_zones: { [one]: 'Asia/Kolkata', [two]: 'Asia/Kuwait' },
    })
  } finally {
    await setZone('Asia/Kolkata')
  }
})

test.each([
  ['the e-mail address', 'dr.mehta@sanjeevani.example'],
  ['capital letters and spaces', ' Dr.Mehta '],
])('the name may be given as %s', async (_, username) => {
  expect((await login({ ...mehta, username })).status).toBe(200)
})

test('a wrong password and an unknown name get the same message and require a new captcha', async () => {
  const wrong = await login({ ...mehta, password: 'no' })
  const unknown = await login({ username: 'nobody.here', password: 'no' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual(unknown.body)
  expect(wrong.body).toMatchObject({ code: 'sign_in_failed', reloadCaptha: 'YES' })
})

test('after a failure the captcha is required, and a new picture can be read once', async () => {
  await login({ ...mehta, password: 'no' })
  const without = await login(mehta)
  expect(without.body).toMatchObject({ code: 'captcha_wrong', reloadCaptha: 'YES' })
  const { captcha_id, svg } = await readCaptcha()
  expect(svg).toContain('<svg')
  const misread = await login({ ...mehta, captcha: 'xxxxx', captcha_id })
  expect(misread.body.code).toBe('captcha_wrong')
  const again = await login({ ...mehta, captcha: 'xxxxx', captcha_id })
  expect(again.body.code).toBe('captcha_wrong')
})

test('a correct captcha lets a correct password in, ignoring case, but only once and for five minutes', async () => {
  await login({ ...mehta, password: 'no' })
  const picture = await putKnownCaptcha(server, 'aB3dE')
  expect((await login({ ...mehta, captcha: 'Ab3De', captcha_id: picture })).status).toBe(200)
  const used = await login({ ...mehta, captcha: 'aB3dE', captcha_id: picture })
  expect(used.body.code).toBe('captcha_wrong')
  const old = await putKnownCaptcha(server, 'aB3dE')
  server.clock.now = new Date(NOW.getTime() + 5 * 60_000 + 1)
  const late = await login({ ...mehta, captcha: 'aB3dE', captcha_id: old })
  expect(late.body.code).toBe('captcha_wrong')
})

test('a client that always requires the captcha shows it from the first attempt', async () => {
  await updateClient(server, SANJEEVANI.id, { captcha_rule: 'always' })
  try {
    expect((await readCaptcha()).required).toBe(true)
    expect((await login(mehta)).body.code).toBe('captcha_wrong')
  } finally {
    await updateClient(server, SANJEEVANI.id, { captcha_rule: 'after_failure' })
  }
  expect((await readCaptcha()).required).toBe(false)
})

test('a thousand wrong passwords are throttled, and a correct one from another address is not', async () => {
  const answers = []
  for (let round = 0; round < 20; round++) {
    const some = Array.from({ length: 50 }, () => login({ username: 'dr.khan', password: 'guess' }))
    answers.push(...(await Promise.all(some)))
  }
  const throttled = answers.filter((answer) => answer.status === 429)
  expect(answers.length - throttled.length).toBeLessThanOrEqual(10)
  expect(throttled[0]?.body).toMatchObject({ code: 'throttled' })
  const wait = Number(throttled[0]?.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(15 * 60)
  expect((await login({ username: 'dr.khan', password: DEMO_PASSWORD })).status).toBe(429)
  const elsewhere = await putKnownCaptcha(server, 'abcde')
  const right = { username: 'dr.khan', password: DEMO_PASSWORD, captcha: 'abcde' }
  expect((await login({ ...right, captcha_id: elsewhere }, from(250))).status).toBe(200)
  server.clock.now = new Date(NOW.getTime() + wait * 1000)
  const later = await putKnownCaptcha(server, 'abcde')
  expect((await login({ ...right, captcha_id: later })).status).toBe(200)
})

test('many addresses guessing at one name slow each of them down but never lock its owner out', async () => {
  const guesses = Array.from({ length: 60 }, (_, n) =>
    login({ username: 'dr.nair', password: 'guess' }, { 'x-forwarded-for': `198.51.100.${n + 1}` }),
  )
  await Promise.all(guesses)
  const captcha_id = await putKnownCaptcha(server, 'abcde')
  const owner = await login({ username: 'dr.nair', password: DEMO_PASSWORD, captcha: 'abcde', captcha_id })
  expect(owner.status).toBe(200)
})

test('one address that tries many names is throttled', async () => {
  const tryNames = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, n) => login({ username: `name${from + n}`, password: 'x' })),
    )
  const first = await tryNames(0, 100)
  expect(first.map((answer) => answer.status)).not.toContain(429)
  const more = await tryNames(100, 110)
  expect(more.map((answer) => answer.status)).toEqual(Array(10).fill(429))
})

test.each([
  [{ username: 'dr.mehta' }, 'password'],
  [{ username: '', password: 'x' }, 'username'],
  [{ username: 'dr.mehta', password: 'x'.repeat(201) }, 'password'],
  [{ ...mehta, remember_me: true }, 'remember_me'],
  [{ ...mehta, device_id: 'my laptop' }, 'device_id'],
])('invalid input is refused by the name of the field (%#)', async (body, field) => {
  const answer = await login(body)
  expect(answer.status).toBe(400)
  expect(answer.body.code).toBe('invalid')
  expect(Object.keys(answer.body.fields)).toContain(field)
})

test('a disabled user cannot sign in, and their open session ends', async () => {
  const desk = await server.signIn('dr.joshi')
  const joshi = DEMO_PEOPLE.find((person) => person.username === 'dr.joshi')
  await server.db.database.tenant(SANJEEVANI.id, (tx) =>
    tx
      .updateTable('app_user')
      .set({ active: false })
      .where('id', '=', joshi?.id ?? '')
      .execute(),
  )
  expect((await desk.get('auth/getModules')).status).toBe(403)
  expect((await login({ username: 'dr.joshi', password: DEMO_PASSWORD })).body.code).toBe('sign_in_failed')
})

test('user detail, modules and main modules match the role and the client', async () => {
  const desk = await server.signIn('dr.iyer')
  const detail = await desk.get('auth/loggedUserDtl')
  expect(detail.body.result).toMatchObject({ name: 'Dr. Karthik Iyer', is_doctor: 1 })
  expect(detail.body.result).not.toHaveProperty('token')
  const modules = await desk.get('auth/getModules')
  expect(modules.body.result.modules).toEqual([
    'add_addendum',
    'assign_critical_tag_to_study',
    'add_comment_to_study',
  ])
  expect(modules.body.result.main_modules).toContain('teleradiology')
  expect((await desk.get('client/mainModules')).body.result).toEqual(modules.body.result.main_modules)
})

test('signing out ends the session at once, with 403 afterwards', async () => {
  const desk = await server.signIn('dr.fernandes')
  expect((await desk.post('auth/logout', {})).status).toBe(200)
  const after = await desk.get('auth/loggedUserDtl')
  expect(after.status).toBe(403)
  expect(after.body.code).toBe('signed_out')
})

test('a patient’s link opens a patient’s session and nothing else', async () => {
  const send = (username: string, password: string) =>
    server.send({
      method: 'POST',
      url: '/api/auth/patAutoLogin',
      payload: { username, password },
      headers: from(),
    })
  const { username, secret } = DEMO_PATIENT_LINK
  const { status, body } = await send(username, secret)
  expect(status).toBe(200)
  expect(body.result).toMatchObject({ user_type: 'PATIENT', is_patient: 1, modules: [] })
  expect((await send(username, DEMO_PASSWORD)).body.code).toBe('sign_in_failed')
  expect((await send('dr.mehta', secret)).body.code).toBe('sign_in_failed')
  server.clock.now = new Date(NOW.getTime() + 91 * 86_400_000)
  expect((await send(username, secret)).body.code).toBe('sign_in_failed')
})

test('a revoked link opens nothing, and guessing at links is throttled', async () => {
  await revokeLinks(server, DEMO_PATIENT_LINK.username)
  const send = () =>
    server.send({
      method: 'POST',
      url: '/api/auth/patAutoLogin',
      payload: { username: DEMO_PATIENT_LINK.username, password: DEMO_PATIENT_LINK.secret },
      headers: from(),
    })
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push((await send()).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('the platform’s administrator signs in as ADMIN', async () => {
  const { body } = await login({ username: 'platform', password: DEMO_PASSWORD })
  expect(body.result).toMatchObject({
    user_type: 'ADMIN',
    is_admin: 1,
    modules: ['manage_clients', 'manage_masters', 'manage_users'],
    branch_ids: '',
  })
})

test('sign-in, failure and sign-out are in the audit trail, without names or passwords', async () => {
  await login({ username: 'dr.deshpande', password: 'not this one' })
  const desk = await server.signIn('tech.andheri')
  await desk.post('auth/logout', {})
  const lines = await readAudit(server, SANJEEVANI.id, 'user')
  const actions = lines.map((line) => line.action)
  expect(actions).toEqual(expect.arrayContaining(['sign_in', 'sign_in_failed', 'sign_out', 'link_sign_in']))
  expect(JSON.stringify(lines)).not.toMatch(/not this one|dr\.deshpande|Readroom#/)
})

test('no table stores a token, a captcha or an attempted name in clear text', async () => {
  const { body } = await login({ username: 'manager.andheri', password: DEMO_PASSWORD })
  const dump = await dumpEntry(server)
  expect(dump).toContain('entry.session')
  expect(dump).not.toContain(body.token)
  expect(dump).not.toContain('name42')
})
