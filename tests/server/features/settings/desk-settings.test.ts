import { afterAll, beforeAll, expect, test } from 'vitest'
import { AL_NOOR } from '#server/features/demo/centres.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'

let server: DemoServer
let admin: ApiUser
beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
})
afterAll(() => server.close())

const SETTINGS = {
  receipt_paper: 'Thermal80',
  hidden_payment_modes: ['Cheque', 'PayTM'],
  queue_shows: 'Initials',
  consent_link_hours: 24,
  mwl_aet: 'SANJEEVANI',
  hl7_facility: 'CITY HOSPITAL',
}
const save = (change: object = {}) => admin.post('client/saveDeskSettings', { ...SETTINGS, ...change })

test('the desk’s print, offer and display settings are stored, and papers receive them', async () => {
  expect((await save()).body.result).toMatchObject(SETTINGS)
  expect((await admin.get('client/generalSettings')).body.result).toMatchObject(SETTINGS)
  const company = await admin.get('/phpapi/index.php/appt/companyDetail')
  expect(company.body.result).toMatchObject({
    receipt_paper: 'Thermal80',
    hidden_payment_modes: ['Cheque', 'PayTM'],
  })
})

test('a title or facility of another client is refused at its field, and nothing is stored', async () => {
  await askAdmin(
    server,
    `insert into client_setting (client_id, mwl_aet, hl7_facility) values ($1, 'ALNOOR', 'GULF')
     on conflict (client_id) do update set mwl_aet = excluded.mwl_aet, hl7_facility = excluded.hl7_facility`,
    [AL_NOOR.id],
  )
  const title = await save({ mwl_aet: 'ALNOOR', consent_link_hours: 48 })
  expect(title).toMatchObject({ status: 400, body: { fields: { mwl_aet: 'is taken already' } } })
  const facility = await save({ hl7_facility: 'GULF' })
  expect(facility).toMatchObject({ status: 400, body: { fields: { hl7_facility: 'is taken already' } } })
  expect((await admin.get('client/generalSettings')).body.result).toMatchObject(SETTINGS)
})

test('the setting for reading HL7 orders is stored, and stays if a save leaves it out', async () => {
  const hl7 = {
    hl7_charset_in: 'WINDOWS-1256',
    hl7_id_types: 'PI, MR',
    hl7_charset_out: '8859/6',
    hl7_report_text: 'Lines',
  }
  expect((await save(hl7)).body.result).toMatchObject(hl7)
  expect((await save()).body.result).toMatchObject(hl7)
  expect(Object.keys((await save({ hl7_charset_in: 'EBCDIC' })).body.fields)).toEqual(['hl7_charset_in'])
})

test('limits are reported at their fields', async () => {
  const { body } = await save({ consent_link_hours: 0, mwl_aet: 'A TITLE THAT IS TOO LONG' })
  expect(Object.keys(body.fields).sort()).toEqual(['consent_link_hours', 'mwl_aet'])
})

test('the settings are only for users who manage masters', async () => {
  const desk = await server.signIn('dr.iyer')
  expect((await desk.post('client/saveDeskSettings', SETTINGS)).body.code).toBe('not_permitted')
})
