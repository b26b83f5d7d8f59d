import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PriorRow, StudyPriors } from '#contract/calls/priors.ts'
import { jsonBytes } from '#domain/prior/fit-texts.ts'
import { PRIORS_BYTES, PRIORS_MAX } from '#domain/prior/limits.ts'
import { DEMO_ROLES } from '#server/features/demo/centre/roles.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo, PHP } from '../open-demo.ts'
import { putPatient } from '../patients/patient-fixture.ts'
import { ANDHERI, personId, save } from '../reports/report-fixture.ts'

const KOTHRUD = SANJEEVANI.branches[1]?.id ?? ''
const DAY_MS = 86_400_000

let server: DemoServer
let mehta: ApiUser
let deshpande: ApiUser
let iyer: ApiUser
let admin: ApiUser
let reception: ApiUser

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `update role set modules = array_append(modules, 'merge_patients')
     where client_id = $1 and id = $2 and not 'merge_patients' = any(modules)`,
    [SANJEEVANI.id, DEMO_ROLES.administrator],
  )
  await askAdmin(server, "update client set report_edit_type = 'Addendum' where id = $1", [SANJEEVANI.id])
  mehta = await server.signIn('dr.mehta')
  deshpande = await server.signIn('dr.deshpande')
  iyer = await server.signIn('dr.iyer')
  admin = await server.signIn('admin.sanjeevani')
  reception = await server.signIn('reception.kothrud')
})
afterAll(() => server.close())

/** Counts people, so that each is used by one test only. */
let people = 0
function somebody() {
  people += 1
  return { pat_id: `PRIOR-${people}`, pat_name: `Prior Person ${'abcdefghijklmnopqrstuvwxyz'[people]}` }
}

interface Given {
  pat_id: string
  pat_name: string
  patient_id?: string
  born?: string
  daysAgo?: number
  branch?: string
  client?: string
  modality?: string
  writer?: string
  desc?: string
}

/** Inserts a study of a person, made so many days ago. */
async function put(given: Given): Promise<string> {
  const id = mintId()
  const made = new Date(NOW.getTime() - (given.daysAgo ?? 0) * DAY_MS - 3_600_000)
  await askAdmin(
    server,
    `insert into study (client_id, id, study_iuid, branch_id, pat_id, pat_name, pat_birthdate, patient_id, modality,
       study_desc, study_datetime, received_datetime, assigned_doctor_id)
     values ($1, $2::uuid, $2::text, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
    [
      given.client ?? SANJEEVANI.id,
      id,
      given.branch ?? ANDHERI,
      given.pat_id,
      given.pat_name,
      given.born ?? null,
      given.patient_id ?? null,
      given.modality ?? 'CT',
      given.desc ?? 'CT Thorax',
      made,
      given.writer ? personId(given.writer) : null,
    ],
  )
  return id
}

const sign = async (study: string, text: string, conclusion = '') => {
  const answer = await save(mehta, study, { status: 'Signed', text: `<p>${text}</p>`, conclusion })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

async function ask(desk: ApiUser, ids: string[], marks: string[] = []) {
  return desk.get('study/priors', { ids: ids.join(','), marks: marks.join(',') })
}
async function answerOf(desk: ApiUser, study: string): Promise<StudyPriors> {
  const { status, body } = await ask(desk, [study])
  expect(status, JSON.stringify(body)).toBe(200)
  return body.result[0] as StudyPriors
}
const priorsOf = async (desk: ApiUser, study: string): Promise<PriorRow[]> =>
  (await answerOf(desk, study)).told?.priors ?? []
const idsOf = async (desk: ApiUser, study: string) => (await priorsOf(desk, study)).map((row) => row.study_id)

test('priors of the patient are listed newest first, with the texts of filed reports only', async () => {
  const who = somebody()
  const now = await put(who)
  const signed = await put({ ...who, daysAgo: 400, modality: 'MR', desc: 'Brain' })
  const drafted = await put({ ...who, daysAgo: 30 })
  const later = await put({ ...who, daysAgo: -1 })
  await sign(signed, 'Old infarct.', '<p>No <strong>new</strong> lesion.</p>')
  await save(mehta, drafted, { status: 'Draft', text: '<p>Secret draft.</p>' })
  const [first, second, ...more] = await priorsOf(mehta, now)
  expect(more).toEqual([])
  expect(first).toMatchObject({ study_id: drafted, status: 'Draft', filed: 0, conclusion: '', reports: [] })
  expect(second).toMatchObject({
    study_id: signed,
    modality: 'MR',
    study_desc: 'Brain',
    branch: 'Sanjeevani Andheri',
    matched_by: 'patient_id',
    filed: 1,
    conclusion: 'No new lesion.',
    reports: [{ report_data: '<p>Old infarct.</p>', signed_by_doctor: 'Dr. Anjali Mehta', addenda: [] }],
  })
  expect(await idsOf(mehta, later)).toEqual([now, drafted, signed])
})

test('of a study with a signed and an unsigned report only the signed one is returned, with its addenda', async () => {
  const who = somebody()
  const now = await put(who)
  const former = await put({ ...who, daysAgo: 5 })
  await sign(former, 'Report one.')
  await mehta.post(`${PHP}updateNoOfReports`, { study_id: former, no_of_reports: 2 })
  await save(mehta, former, { status: 'Draft', no: 2, text: '<p>Report two.</p>' })
  const before = await answerOf(mehta, now)
  expect(before.told?.priors[0]?.reports).toHaveLength(1)
  const report = before.told?.priors[0]?.reports?.[0]
  const detail = (await mehta.get(`${PHP}reportDetail/${former}`)).body.result
  const { signed_hash } = detail.reports.find((row: { id: string }) => row.id === report?.report_id)
  const addendum = await mehta.post(`${PHP}studies/saveAddendum`, {
    id: mintId(),
    study_id: former,
    report_id: report?.report_id,
    content: '<p>Corrected: left side.</p>',
    seen_hash: signed_hash,
  })
  expect(addendum.status, JSON.stringify(addendum.body)).toBe(200)
  const after = await answerOf(mehta, now)
  expect(after.mark).not.toBe(before.mark)
  expect(after.told?.priors[0]?.reports?.[0]?.addenda).toMatchObject([
    { content: '<p>Corrected: left side.</p>', signed_by: 'Dr. Anjali Mehta' },
  ])
})

test('studies of another branch or client, without a right, hidden or deleted are not returned', async () => {
  const who = somebody()
  const now = await put({ ...who, branch: KOTHRUD, writer: 'dr.iyer' })
  const here = await put({ ...who, daysAgo: 2, branch: KOTHRUD })
  const elsewhere = await put({ ...who, daysAgo: 3, branch: ANDHERI })
  const own = await put({ ...who, daysAgo: 4, branch: ANDHERI, writer: 'dr.iyer' })
  const other = await put({ ...who, daysAgo: 5, client: AL_NOOR.id, branch: AL_NOOR.branches[0]?.id ?? '' })
  const hidden = await put({ ...who, daysAgo: 6, branch: KOTHRUD })
  const deleted = await put({ ...who, daysAgo: 7, branch: KOTHRUD })
  await askAdmin(server, 'update study set hidden = now() where id = $1', [hidden])
  const gone = await admin.post('study/deleteStudy', { study_id: deleted })
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  expect(await idsOf(mehta, now)).toEqual([here, elsewhere, own])
  expect(await idsOf(deshpande, now)).toEqual([here])
  expect(await idsOf(iyer, now)).toEqual([own])
  // A study that the caller may not see gives not_found, also together with others.
  expect((await ask(deshpande, [elsewhere])).body.code).toBe('not_found')
  expect((await ask(mehta, [other])).body.code).toBe('not_found')
  const { result } = (await ask(deshpande, [elsewhere, now, other, hidden])).body
  expect(result.map((row: StudyPriors) => row.study_id)).toEqual([now])
})

test('a removed right removes the priors', async () => {
  const who = somebody()
  const now = await put({ ...who, writer: 'dr.iyer' })
  const former = await put({ ...who, daysAgo: 2, writer: 'dr.iyer' })
  const before = await answerOf(iyer, now)
  expect(before.told?.priors.map((row) => row.study_id)).toEqual([former])
  await askAdmin(server, 'update study set assigned_doctor_id = null where id = $1', [former])
  const { result } = (await ask(iyer, [now], [before.mark])).body
  expect(result[0].told).toEqual({ priors: [], older: 0 })
})

test('the same number alone is not the same person: name, birth date and sex must not differ', async () => {
  const who = somebody()
  const now = await put({ ...who, born: '1980-01-01' })
  await put({ ...who, pat_name: 'Somebody Else', daysAgo: 1, born: '1980-01-01' })
  await put({ ...who, daysAgo: 2, born: '1990-01-01' })
  await put({ ...who, pat_name: '', daysAgo: 3 })
  const alike = await put({ ...who, pat_name: who.pat_name.toUpperCase(), daysAgo: 4 })
  expect(await idsOf(mehta, now)).toEqual([alike])
})

test('a record with the study’s number and another name is a different person; studies linked to the own record are found', async () => {
  const stranger = await putPatient(reception)
  const own = await putPatient(reception)
  const name = `${own.fname} ${own.lname}`
  const now = await put({ pat_id: stranger.pat_id, pat_name: name })
  const former = await put({ pat_id: stranger.pat_id, pat_name: name, patient_id: own.id, daysAgo: 9 })
  expect(await idsOf(mehta, now)).toEqual([former])
})

test('a birth date calculated from an age excludes nobody', async () => {
  const record = await putPatient(reception)
  const merged = await putPatient(reception)
  const name = `${record.fname} ${record.lname}`
  const now = await put({ pat_id: record.pat_id, pat_name: name, born: '1981-02-03' })
  const former = await put({ pat_id: merged.pat_id, pat_name: name, patient_id: merged.id, daysAgo: 9 })
  await admin.post(`${PHP}patient/merge`, {
    id: mintId(),
    kept_id: record.id,
    merged_id: merged.id,
    fields: [],
  })
  const dates = (isFromAge: boolean) =>
    askAdmin(server, `update patient set dob = '1980-07-01', is_dob_from_age = $2 where id = any($1)`, [
      [record.id, merged.id],
      isFromAge,
    ])
  await dates(true)
  expect(await idsOf(mehta, now)).toEqual([former])
  await dates(false)
  expect(await idsOf(mehta, now)).toEqual([])
})

test('linked studies are matched by the record: merged records are one person until the merge is undone', async () => {
  const kept = await putPatient(reception)
  const merged = await putPatient(reception)
  const name = `${kept.fname} ${kept.lname}`
  const now = await put({ pat_id: kept.pat_id, pat_name: name, patient_id: kept.id })
  // Linked to the other record, with its number and another spelling of the name.
  const linked = await put({
    pat_id: merged.pat_id,
    pat_name: 'Other Spelling',
    patient_id: merged.id,
    daysAgo: 2,
  })
  // Never linked, with the number of the merged record.
  const unlinked = await put({ pat_id: merged.pat_id, pat_name: name, daysAgo: 3 })
  // The same number and name, but linked to another person.
  const stranger = await putPatient(reception)
  await put({ pat_id: kept.pat_id, pat_name: name, patient_id: stranger.id, daysAgo: 4 })
  expect(await idsOf(mehta, now)).toEqual([])
  const id = mintId()
  const done = await admin.post(`${PHP}patient/merge`, {
    id,
    kept_id: kept.id,
    merged_id: merged.id,
    fields: [],
  })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  expect((await priorsOf(mehta, now)).map((row) => [row.study_id, row.matched_by])).toEqual([
    [linked, 'record'],
    [unlinked, 'patient_id'],
  ])
  // From the other side: an unlinked study with the merged record's number.
  const fresh = await put({ pat_id: merged.pat_id, pat_name: name, daysAgo: -1 })
  expect(await idsOf(mehta, fresh)).toEqual([now, unlinked])
  await admin.post(`${PHP}patient/unmerge`, { id })
  expect(await idsOf(mehta, now)).toEqual([])
})

test('a known mark leaves out the texts, and a new signature changes it', async () => {
  const who = somebody()
  const now = await put(who)
  const former = await put({ ...who, daysAgo: 2 })
  const other = await put(somebody())
  const { mark } = await answerOf(mehta, now)
  expect((await ask(mehta, [other, now], ['', mark])).body.result).toMatchObject([
    { study_id: other, told: { priors: [], older: 0 } },
    { study_id: now, mark },
  ])
  expect((await ask(mehta, [other, now], ['', mark])).body.result[1].told).toBeUndefined()
  await sign(former, 'Now filed.')
  const { result } = (await ask(mehta, [now], [mark])).body
  expect(result[0].told.priors[0].reports[0].report_data).toBe('<p>Now filed.</p>')
})

test('a patient with many long reports gets 15 of them, the rest counted, with texts as space allows', async () => {
  const who = somebody()
  const now = await put(who)
  for (let days = 1; days <= 20; days += 1) {
    const study = await put({ ...who, daysAgo: days, modality: days % 2 ? 'CT' : 'XR' })
    await sign(study, 'Long text. '.repeat(days === 3 ? 40_000 / 11 : 400), '<p>Stable.</p>')
  }
  const { told } = await answerOf(mehta, now)
  expect(told?.priors).toHaveLength(PRIORS_MAX)
  expect(told?.older).toBe(20 - PRIORS_MAX)
  expect(jsonBytes(told?.priors)).toBeLessThanOrEqual(PRIORS_BYTES)
  // The text that is too long alone is omitted; the study is still listed with its conclusion.
  expect(told?.priors[2]).toMatchObject({ filed: 1, conclusion: 'Stable.' })
  expect(told?.priors[2]?.reports).toBeUndefined()
  expect(told?.priors.filter((row) => row.reports && row.modality === 'CT')).toHaveLength(7)
})

test('only doctors may ask, and invalid ids are named', async () => {
  const study = await put(somebody())
  expect((await ask(reception, [study])).body.code).toBe('not_permitted')
  expect((await ask(mehta, ['no-id'])).body).toMatchObject({
    code: 'invalid',
    fields: { ids: 'must be 1 to 50 ids' },
  })
  const many = Array.from({ length: 51 }, () => mintId())
  expect((await ask(mehta, many)).body.code).toBe('invalid')
})

test('the trail contains what a person opened, and nothing that a device fetched ahead', async () => {
  const [study, other] = [await put(somebody()), await put(somebody())]
  const linesOf = async (id: string) =>
    (await readAudit(server, SANJEEVANI.id, 'prior')).filter(({ record_id }) => record_id === id)
  // The last request of a round names the remaining studies, often only one.
  await ask(mehta, [study])
  await ask(mehta, [study, other])
  expect(await linesOf(study)).toEqual([])
  const opened = await mehta.get('study/priors', { ids: study, opened: '1' })
  expect(opened.status, JSON.stringify(opened.body)).toBe(200)
  // The device has it already; the audit records the reading all the same.
  await mehta.get('study/priors', { ids: study, marks: opened.body.result[0].mark, opened: '1' })
  const lines = await linesOf(study)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ action: 'read', record_id: study, user_id: personId('dr.mehta') })
  expect(await linesOf(other)).toEqual([])
  expect((await mehta.get('study/priors', { ids: study, opened: '7' })).body).toMatchObject({
    code: 'invalid',
  })
})
