import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { writeCtFiles } from '#tests/helpers/archive/dicom-files.ts'
import {
  freePort,
  missingOrthanc,
  ORTHANC_PASSWORD,
  ORTHANC_USER,
  type Orthanc,
  startOrthanc,
} from '#tests/helpers/archive/orthanc.ts'
import { type ApiUser, type DemoServer, openDemo } from '../open-demo.ts'
import { Answers, expectNotStored } from './settings-fixture.ts'

const SECRETS = [
  'image-secret-1',
  'token-secret-2',
  'hl7-secret-3',
  'lab-secret-4',
  'machine-secret-5',
  ORTHANC_PASSWORD,
]
const CLIENT = SANJEEVANI.id

let server: DemoServer
let admin: ApiUser
let platform: ApiUser
let script: Server
let scriptPort: number
const answers = new Answers()

beforeAll(async () => {
  server = await openDemo()
  admin = answers.watch(await server.signIn('admin.sanjeevani'))
  platform = answers.watch(await server.signIn('platform'))
  script = createServer((request, response) => {
    if (request.url?.startsWith('/denied')) return response.writeHead(401).end()
    if (request.url?.startsWith('/broad'))
      return request.url.includes('StudyDate=')
        ? response.end('[]')
        : response.writeHead(413).end('Request entity too large')
    if (request.url?.startsWith('/page')) return response.end('<html>not DICOM</html>')
    if (request.url?.startsWith('/dicom-web/series'))
      return response.end(
        JSON.stringify([
          { '77771037': { vr: 'AE', Value: ['CT_WEST'] } },
          { '00020016': { vr: 'AE', Value: ['MR_EAST', 'CT_WEST'] } },
        ]),
      )
    if (request.url?.startsWith('/dicom-web/studies')) return response.end('[]')
    if (request.url?.startsWith('/named/dicom-web/studies')) return response.end('[{}]')
    if (request.url === '/named/system')
      return response.end('{"ApiVersion":24,"DicomAet":"MAIN","Name":"Main archive","Version":"1.12.6"}')
    if (request.url === '/named/statistics') return response.end('{"CountStudies":4711}')
    return response.writeHead(404).end()
  })
  await new Promise<void>((done) => script.listen(0, '127.0.0.1', done))
  scriptPort = (script.address() as AddressInfo).port
})
afterAll(async () => {
  script?.closeAllConnections()
  script?.close()
  await server?.close()
})

const pacsInput = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  type: 'Basic',
  name: 'West',
  db_host: '127.0.0.1',
  db_port: scriptPort,
  db_user: 'reader',
  db_password: 'image-secret-1',
  db_name: 'dicom-web',
  viewer_url: 'https://viewer.example/?study={STUDY_UID}',
  status: 1,
  ...changes,
})

test('an image server is created with its defaults, and values that would break its viewer are refused', async () => {
  const { body } = await admin.post('pacs/save', pacsInput({ token_auth_pwd: 'token-secret-2' }))
  expect(body.result).toMatchObject({
    type: 'Basic',
    viewer_open_type: 'Normal',
    token_generate_by: 'STUDY_UID',
    basic_pacs_show_name_reverse: 0,
    status: 1,
    has_db_password: 1,
    has_token_auth_pwd: 1,
    rev: 1,
  })
  const wrong = await admin.post(
    'pacs/save',
    pacsInput({ name: 'Other', viewer_url: 'https://v.example/{STUDY}' }),
  )
  expect(wrong.body.fields).toEqual({ viewer_url: 'holds {STUDY}, which nothing is known for' })
  const token = await admin.post('pacs/save', pacsInput({ name: 'Other', viewer_open_type: 'Token' }))
  expect(Object.keys(token.body.fields)).toEqual(['token_generate_endpoint', 'viewer_url'])
  const blank = await admin.post('pacs/save', pacsInput({ db_port: 70_000, viewer_url: '' }))
  expect(Object.keys(blank.body.fields).toSorted()).toEqual(['db_port', 'viewer_url'])
  const nobody = await admin.post('pacs/save', pacsInput({ name: 'Other', db_user: '' }))
  expect(nobody.body.fields).toEqual({ db_user: 'is required' })
  const taken = await admin.post('pacs/save', pacsInput({ name: 'west' }))
  expect(taken.body.fields).toEqual({ name: 'is taken already' })
})

const testOf = async (changes: Record<string, unknown>) => {
  const asked = {
    type: 'Basic',
    db_host: '127.0.0.1',
    db_port: scriptPort,
    db_user: 'u',
    db_password: 'p',
    db_name: 'dicom-web',
  }
  return (await admin.post('pacs/testConnection', { ...asked, ...changes })).body.result as {
    ok: 0 | 1
    words: string
  }
}

test('a connection test says what works and what failed, in words', async () => {
  expect(await testOf({})).toMatchObject({ ok: 1, words: expect.stringContaining('The connection works') })
  expect((await testOf({})).words).toBe(
    'The connection works. It answers, and holds no study yet. It is not encrypted: switch on TLS if the image server offers it.',
  )
  expect((await testOf({ db_name: 'named/dicom-web' })).words).toContain(
    'The connection works. “Main archive” (Orthanc 1.12.6) answers, and holds 4711 studies.',
  )
  expect(await testOf({ db_name: 'broad' })).toMatchObject({
    ok: 1,
    words: expect.stringContaining('It refuses broad queries and is read by days'),
  })
  const absent = await testOf({ db_name: 'absent' })
  expect(absent.ok).toBe(0)
  expect(absent.words).toContain('no DICOMweb service at this path (404)')
  const failures = await Promise.all([
    testOf({ db_host: 'no-such-name.invalid' }),
    testOf({ db_port: await freePort() }),
    testOf({ db_name: 'denied' }),
    testOf({ db_name: 'page' }),
    testOf({ use_tls: 1 }),
    testOf({ type: 'Lite_Postgres' }),
  ])
  expect(failures.map(({ ok }) => ok)).toEqual([0, 0, 0, 0, 0, 0])
  const [name, port, account, page, tls, database] = failures.map(({ words }) => words)
  expect(name).toContain('The name no-such-name.invalid was not found')
  expect(port).toContain('No image server answered')
  expect(account).toContain('refuses the user name or the password')
  expect(page).toContain('not a DICOMweb server')
  expect(tls).toContain('whether it speaks TLS there')
  expect(database).toContain('No image server answered')
})

test('a stored password is sent to the stored host only', async () => {
  const [stored] = (await admin.get('pacs/list', { k: 'West' })).body.result.data
  const { db_password: _, ...asked } = {
    type: 'Basic',
    db_host: '127.0.0.1',
    db_port: scriptPort,
    db_user: 'reader',
    db_name: 'dicom-web',
    db_password: '',
  }
  const same = await admin.post('pacs/testConnection', { ...asked, id: stored.id })
  expect(same.body.result.ok).toBe(1)
  const other = await admin.post('pacs/testConnection', { ...asked, db_host: 'localhost', id: stored.id })
  expect(other).toMatchObject({ status: 422, body: { code: 'refused' } })
})

test('senders are read from the image server, sorted and without duplicates', async () => {
  const [stored] = (await admin.get('pacs/list', { k: 'West' })).body.result.data
  expect((await admin.get(`pacs/getAetSources/${stored.id}`)).body.result).toEqual(['CT_WEST', 'MR_EAST'])
  const all = (await admin.post('archive/getAetSourcesNames', {})).body.result
  expect(all).toEqual(expect.arrayContaining(['CT_WEST', 'MR_EAST']))
  await admin.post('pacs/save', { ...pacsInput({ name: 'Gone', db_port: await freePort() }) })
  const [gone] = (await admin.get('pacs/list', { k: 'Gone' })).body.result.data
  expect((await admin.get(`pacs/getAetSources/${gone.id}`)).status).toBe(503)
})

test.skipIf(missingOrthanc)('a real Orthanc is tested, and tells who sent its images', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-senders-'))
  const orthanc: Orthanc = await startOrthanc()
  try {
    await orthanc.store(writeCtFiles({ StudyInstanceUID: '1.2.3.9' }, { folder, images: 1 }), 'CT_NORTH')
    const address = { db_port: orthanc.httpPort, db_user: ORTHANC_USER, db_password: ORTHANC_PASSWORD }
    expect(await testOf(address)).toMatchObject({ ok: 1, words: expect.stringContaining('holds one study') })
    expect((await testOf({ ...address, db_password: 'wrong' })).words).toContain('refuses the user name')
    const { result } = (await admin.post('pacs/save', pacsInput({ name: 'Orthanc', ...address }))).body
    expect((await admin.get(`pacs/getAetSources/${result.id}`)).body.result).toContain('CT_NORTH')
  } finally {
    await orthanc.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

const newBranch = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Sanjeevani Baner',
  aet_sources: 'CT_WEST, MR_EAST,CT_WEST',
  is_confirmed: 1,
  admin_email: 'baner@sanjeevani.example',
  open_time: '08:00',
  close_time: '20:30',
  port: 11_112,
  time_zone: 'Asia/Kolkata',
  status: 1,
  ...changes,
})

test('a branch starts with the specified margins, and its fields are checked', async () => {
  const saved = (await admin.post('branch/save', newBranch())).body.result
  expect(saved).toMatchObject({
    aet_sources: 'CT_WEST,MR_EAST',
    charges_type: 'Service',
    tat_type: 'Fixed',
    open_time: '08:00',
  })
  const detail = (await admin.get(`branch/detail/${saved.id}`)).body.result
  expect(detail).toMatchObject({
    report_margins: '30,30,30,30',
    report_margins_without_hf: '30,30,30,30',
    report_header_margin: 0,
    invoice_print_margin_top: 0,
    machine_communication_dateformat: 'American',
    machine_communication_type: 'JSON',
  })
  const wrong = await admin.post(
    'branch/save',
    newBranch({ name: 'X', time_zone: 'Mars/Base', aet_sources: 'a\\b' }),
  )
  expect(Object.keys(wrong.body.fields).toSorted()).toEqual(['aet_sources', 'time_zone'])
  const time = await admin.post(
    'branch/save',
    newBranch({ name: 'X', open_time: '25:00', admin_email: 'nobody' }),
  )
  expect(Object.keys(time.body.fields).toSorted()).toEqual(['admin_email', 'open_time'])
})

test('a branch’s settings give the allowed minutes of its studies', async () => {
  const [branch] = (await admin.get('branch/list', { k: 'Baner' })).body.result.data
  const saved = await admin.post('branch/saveSettings', {
    id: branch.id,
    rev: branch.rev,
    charges_type: 'Fixed',
    fixed_price: 450.5,
    tat_type: 'Fixed',
    fixed_tat: 95,
  })
  expect(saved.body.result.rev).toBe(branch.rev + 1)
  const [now] = (await admin.get('branch/list', { k: 'Baner' })).body.result.data
  expect(now).toMatchObject({ charges_type: 'Fixed', fixed_price: 450.5, tat_type: 'Fixed', fixed_tat: 95 })
  const late = await admin.post('branch/saveSettings', {
    id: branch.id,
    rev: branch.rev,
    charges_type: 'Service',
    tat_type: 'Service',
  })
  expect(late).toMatchObject({ status: 409, body: { current: { fixed_tat: 95 } } })
})

test('configuration uses pixels in the API and millimetres on paper; commas alone count as nothing', async () => {
  const [branch] = (await admin.get('branch/list', { k: 'Andheri' })).body.result.data
  const before = (await admin.get(`branch/detail/${branch.id}`)).body.result
  const { name: _n, status: _s, rev, ...rest } = before
  const sent = Object.fromEntries(Object.entries(rest).filter(([key]) => !/^has_|_img_url$/.test(key)))
  const paper = () =>
    server.db.database.tenant(CLIENT, (tx) =>
      tx.selectFrom('branch').selectAll().where('id', '=', branch.id).executeTakeFirstOrThrow(),
    )
  const old = await paper()
  // Saving it unchanged moves nothing on the paper.
  const same = await admin.post('branch/saveConfiguration', { ...sent, rev })
  expect((await paper()).margins).toEqual(old.margins)
  const changed = await admin.post('branch/saveConfiguration', {
    ...sent,
    rev: same.body.result.rev,
    report_margins: '96,48,96,48',
    report_margins_without_hf: ',,,',
    report_send_hl7_url: 'mllp://ris.example:2575',
    report_send_hl7_pdf: 1,
    report_send_hl7_status: 'OMG',
    report_send_hl7_sender: 'HIS|CITY',
    tax_no: 'GSTIN 27AAPFU0939F1ZV',
    company_no: 'U85110MH2019PTC320001',
    report_send_hl7_pwd: 'hl7-secret-3',
    lab_service_send_api_pwd: 'lab-secret-4',
    machine_communication_pwd: 'machine-secret-5',
  })
  expect(changed.body.result).toMatchObject({
    report_margins: '96,48,96,48',
    report_margins_without_hf: '30,30,30,30',
    report_send_hl7_pdf: 1,
    report_send_hl7_status: 'OMG',
    report_send_hl7_sender: 'HIS|CITY',
    has_report_send_hl7_pwd: 1,
    has_lab_service_send_api_pwd: 1,
    tax_no: 'GSTIN 27AAPFU0939F1ZV',
    company_no: 'U85110MH2019PTC320001',
  })
  // Papers read them from the branch.
  const pickers = (await admin.get('branch/getActives')).body.result as { id: string }[]
  expect(pickers.find(({ id }) => id === branch.id)).toMatchObject({
    tax_no: 'GSTIN 27AAPFU0939F1ZV',
    company_no: 'U85110MH2019PTC320001',
  })
  expect((await paper()).margins).toEqual({ top: 25.4, right: 12.7, bottom: 25.4, left: 12.7 })
  const bad = await admin.post('branch/saveConfiguration', {
    ...sent,
    report_margins: '1,2,3',
    report_header_img_id: randomUUID(),
  })
  expect(Object.keys(bad.body.fields)).toEqual(['report_margins'])
  for (const report_send_hl7_url of ['mllp://ris.example', 'mllps://ris.example:2575'])
    expect(
      (await admin.post('branch/saveConfiguration', { ...sent, report_send_hl7_url })).body.fields,
    ).toEqual({
      report_send_hl7_url: 'must be http(s):// or mllp://host:port',
    })
  const foreign = await admin.post('branch/saveConfiguration', {
    ...sent,
    report_header_img_id: randomUUID(),
  })
  expect(foreign.body.fields).toEqual({ report_header_img_id: 'is not a picture of this centre' })
})

test('an image server used by a branch and a branch with studies cannot be deleted', async () => {
  const [west] = (await admin.get('pacs/list', { k: 'West' })).body.result.data
  const [baner] = (await admin.get('branch/list', { k: 'Baner' })).body.result.data
  await admin.post('branch/save', { ...newBranch({ id: baner.id }), pacs_id: west.id, rev: baner.rev })
  const refused = await admin.post('pacs/delete', { id: west.id })
  expect(refused).toMatchObject({ status: 422, body: { code: 'in_use' } })
  expect(refused.body.message).toContain('Sanjeevani Baner')
  const [andheri] = (await admin.get('branch/list', { k: 'Andheri' })).body.result.data
  expect((await admin.post('branch/delete', { id: andheri.id })).body.message).toMatch(/studies/)
  expect((await admin.post('branch/delete', { id: baner.id })).status).toBe(200)
})

test('the platform works inside a client that it names, audited there; nobody else can', async () => {
  const listed = await platform.get('pacs/list', { client_id: CLIENT })
  expect(listed.body.result.data.map(({ name }: { name: string }) => name)).toContain('West')
  const input = { ...pacsInput({ name: 'By the platform' }), client_id: CLIENT }
  expect((await platform.post('pacs/save', input)).status).toBe(200)
  expect((await admin.get('pacs/list', { k: 'platform' })).body.result.data).toHaveLength(1)
  expect(
    (await platform.post('branch/save', { ...newBranch({ name: 'Platform branch' }), client_id: CLIENT }))
      .status,
  ).toBe(200)
  const { rows } = await server.db.database.tenant(CLIENT, async (tx) => ({
    rows: await tx.selectFrom('audit_trail').select('user_id').where('record_id', '=', input.id).execute(),
  }))
  expect(rows).toHaveLength(1)
  const stranger = await server.signIn('admin.alnoor')
  expect((await stranger.get('pacs/list', { client_id: CLIENT })).status).toBe(404)
  expect(
    (await stranger.post('pacs/save', { ...pacsInput({ name: 'Mine' }), client_id: CLIENT })).status,
  ).toBe(404)
  const reader = await server.signIn('dr.mehta')
  expect((await reader.get('pacs/list')).body.code).toBe('not_permitted')
  expect(
    (await reader.post('pacs/testConnection', { type: 'Basic', db_host: 'h', db_port: 1, db_name: '' })).body
      .code,
  ).toBe('not_permitted')
})

test('branches with their machines are listed for their staff', async () => {
  const { result } = (await admin.get('branch/getWithMachines')).body
  expect(result.map(({ name }: { name: string }) => name)).toContain('Sanjeevani Andheri')
})

test('no secret is in a response, a table or the trail', async () => {
  answers.expectWithout(SECRETS)
  await expectNotStored(server, SECRETS)
})
