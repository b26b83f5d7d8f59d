import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import { trySignIn, uploadPicture } from '../people/people-fixture.ts'

let server: DemoServer
let admin: ApiUser
let iyer: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  iyer = await server.signIn('dr.iyer')
})
afterAll(() => server.close())

const OWN = { fname: 'Karthik', lname: 'Iyer', email: 'k.iyer@sanjeevani.example', mobile: '9820098200' }
const COMPANY = {
  company_name: 'Sanjeevani Imaging',
  company_email: 'desk@sanjeevani.example',
  company_email2: '',
  company_phone: '+91 22 5550 1400',
  company_phone2: '',
  company_address: '14 Veera Desai Road',
  company_logo_file_id: null as string | null,
  powered_logo_file_id: null,
  api_host_url: 'https://api.sanjeevani.example',
}

test('a person reads and changes their own data, and signs in with the new e-mail', async () => {
  const photo = await uploadPicture(server, iyer, 'photo')
  const saved = await iyer.post(`${PHP}updateProfile`, { ...OWN, image_file_id: photo.id })
  expect(saved.body).toMatchObject({
    message: 'Saved',
    result: { ...OWN, name: 'Karthik Iyer', img_url: `/api/file/${photo.id}`, company: null },
  })
  expect((await iyer.get(`${PHP}profileDetail`)).body.result).toEqual(saved.body.result)
  expect((await trySignIn(server, OWN.email)).status).toBe(200)
})

test('first name, e-mail and mobile are required, and a photo must be the person’s own file', async () => {
  const blank = await iyer.post(`${PHP}updateProfile`, {
    ...OWN,
    fname: '',
    email: '',
    mobile: '',
    image_file_id: null,
  })
  expect(blank.body.fields).toMatchObject({
    fname: 'is required',
    email: 'is required',
    mobile: 'is required',
  })
  const foreign = await uploadPicture(server, admin, 'photo')
  const refused = await iyer.post(`${PHP}updateProfile`, { ...OWN, image_file_id: foreign.id })
  expect(refused.body.fields).toEqual({ image_file_id: 'is not such a picture' })
})

test('only the client’s administrators open Company Detail, and its name is the client’s', async () => {
  expect((await iyer.post(`${PHP}updateCompanyDetail`, COMPANY)).body.code).toBe('not_permitted')
  expect((await uploadPicture(server, iyer, 'logo')).status).not.toBe(200)
  const logo = await uploadPicture(server, admin, 'logo')
  const saved = await admin.post(`${PHP}updateCompanyDetail`, { ...COMPANY, company_logo_file_id: logo.id })
  expect(saved.body.result.company).toMatchObject({
    ...COMPANY,
    company_logo_file_id: logo.id,
    company_img_url: `/api/file/${logo.id}`,
  })
  const names = await askAdmin(server, 'select name from client where id = $1', [SANJEEVANI.id])
  expect(names).toEqual([{ name: 'Sanjeevani Imaging' }])
  const alNoor = await server.signIn('admin.alnoor')
  expect((await alNoor.get(`${PHP}profileDetail`)).body.result.company.company_address).toBe('')
  const blank = await admin.post(`${PHP}updateCompanyDetail`, {
    ...COMPANY,
    company_name: '',
    api_host_url: 'javascript:1',
  })
  expect(Object.keys(blank.body.fields)).toEqual(['company_name', 'api_host_url'])
})

test('a changed password signs in exactly as typed; other sessions end and this one stays', async () => {
  const here = await server.signIn('tech.andheri')
  const elsewhere = await server.signIn('tech.andheri')
  const next = ' Next #2026x '
  const input = { current_password: DEMO_PASSWORD, new_password: next, confirm_password: next }
  expect((await here.post(`${PHP}changePassword`, input)).body.message).toMatch(/^Password changed/)
  expect((await here.get('auth/getModules')).status).toBe(200)
  expect((await elsewhere.get('auth/getModules')).status).toBe(403)
  expect((await trySignIn(server, 'tech.andheri', next)).status).toBe(200)
  expect((await trySignIn(server, 'tech.andheri', next.replaceAll(' ', ''))).status).not.toBe(200)
  const lines = (await readAudit(server, SANJEEVANI.id, 'user')).filter(
    (line) => line.action === 'change_password',
  )
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain(next)
})

test('a wrong current password, a weak new one and two that differ are refused by their fields', async () => {
  const desk = await server.signIn('manager.andheri')
  const change = (input: object) =>
    desk.post(`${PHP}changePassword`, {
      current_password: DEMO_PASSWORD,
      new_password: 'Other#2026',
      confirm_password: 'Other#2026',
      ...input,
    })
  expect((await change({ current_password: 'Wrong#2026' })).body.fields).toEqual({
    current_password: 'is not your password',
  })
  expect((await change({ new_password: 'other2026', confirm_password: 'other2026' })).body.fields).toEqual({
    new_password: 'needs one uppercase and one special character',
  })
  expect((await change({ confirm_password: 'Other#2027' })).body.fields).toEqual({
    confirm_password: 'is not the same as New Password',
  })
  expect(
    (await change({ new_password: DEMO_PASSWORD, confirm_password: DEMO_PASSWORD })).body.fields,
  ).toEqual({ new_password: 'is the one that you have already' })
})

test('a stranger at an unlocked device cannot guess the password: refused attempts are counted', async () => {
  const desk = await server.signIn('reception.kothrud')
  const guess = () =>
    desk.post(`${PHP}changePassword`, {
      current_password: 'Guess#2026',
      new_password: 'Other#2026',
      confirm_password: 'Other#2026',
    })
  for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})

test('patients have no profile and cannot change a password', async () => {
  const patient = await server.signIn('patient.asha')
  expect((await patient.get(`${PHP}profileDetail`)).body.code).toBe('not_permitted')
  const input = {
    current_password: DEMO_PASSWORD,
    new_password: 'Other#2026',
    confirm_password: 'Other#2026',
  }
  expect((await patient.post(`${PHP}changePassword`, input)).body.code).toBe('not_permitted')
})
