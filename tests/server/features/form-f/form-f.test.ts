import { createHash } from 'node:crypto'
import { v7 as mintId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AskedQuestion } from '#domain/consent/answer-rules.ts'
import { formText } from '#domain/consent/form-content.ts'
import { monthOf, nextMonth } from '#domain/money/month-lock.ts'
import {
  FIELD,
  FORM_F_IDS,
  FORM_F_NAMES,
  FORM_F_PARTS,
  formFQuestionId,
  formFQuestions,
} from '#domain/pndt/form-f.ts'
import { dayAt } from '#domain/time/zones.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type ApiUser, type DemoServer, openDemo, PHP } from '../open-demo.ts'
import {
  ANDHERI,
  type BookingFixture,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  KOTHRUD,
  machineOf,
  openAllDay,
  openBookingFixture,
  serviceOf,
} from '../visit-desk/booking-fixture.ts'
import { ANSWERS, applyFormF, DOCTOR, saveBranch, sign, signedPart } from './form-f-fixture.ts'

let server: DemoServer
let admin: ApiUser
let clerk: ApiUser
let tech: ApiUser
let place: BookingFixture
let at = 0

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  clerk = await server.signIn('reception.andheri')
  tech = await server.signIn('tech.andheri')
  place = await openBookingFixture(server)
  await openAllDay(server)
  await isA('Female')
})
afterAll(() => server.close())

const isA = (gender: string) =>
  askAdmin(server, 'update patient set gender = $3 where client_id = $1 and id = $2', [
    CLIENT,
    place.patientId,
    gender,
  ])

/** Starts a visit with today's anomaly scan, or with another service. */
async function obstetric(codes = ['US-ANOM'], machine: string | null = machineOf('Ultrasound 1')) {
  at += 60
  const booking = bookingOf(place, { department: 'Ultrasound', codes, machine, start: freeTime(at) })
  return booked(clerk, booking) as Promise<{ id: string; services: { id: string; status: number }[] }>
}

const start = (visit: { id: string }) => clerk.post(`${PHP}appt/startVisit`, { appt_id: visit.id })
const registerMachine = (no: string) =>
  askAdmin(server, 'update machine set pndt_registration_no = $3 where client_id = $1 and id = $2', [
    CLIENT,
    machineOf('Ultrasound 1'),
    no,
  ])

test('where Form F does not apply, an obstetric ultrasound starts without it, and none is signed', async () => {
  const visit = await obstetric()
  expect((await sign(clerk, 'woman', visit.id)).status).toBe(404)
  expect((await start(visit)).status).toBe(200)
})

/** Runs `act` while the client's licence has no consent forms. */
async function withoutConsentForms<Result>(act: () => Promise<Result>): Promise<Result> {
  const change = (how: string) =>
    askAdmin(server, `update client set main_modules = ${how}(main_modules, 'consent_forms') where id = $1`, [
      CLIENT,
    ])
  await change('array_remove')
  try {
    return await act()
  } finally {
    await change('array_append')
  }
}

interface LaidForm {
  id: string
  rev: number
  name: string
  name_slang: string
  questions: AskedQuestion[]
}
const formsOf = async () => (await admin.get(`${PHP}master/consentForms`)).body.result as LaidForm[]
const partsLaid = async () =>
  (await formsOf())
    .filter(({ name }) => name.startsWith('Form F'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

test('enabled at a branch, its parts are forms of the client, with the questions of the data file', async () => {
  expect((await applyFormF(admin)).status).toBe(200)
  const forms = await partsLaid()
  expect(forms.map(({ id, name }) => [id, name])).toEqual(
    (['woman', 'doctor', 'result'] as const).map((part) => [FORM_F_IDS[part], FORM_F_NAMES[part]]),
  )
  const woman = forms.find(({ id }) => id === FORM_F_IDS.woman)!
  expect(woman.questions).toEqual(formFQuestions('woman'))
  // The woman's part is also in Hindi.
  expect(woman.name_slang).toMatch(/गर्भवती महिला/)
  expect(woman.questions.every(({ ques_slang }) => ques_slang !== '')).toBe(true)
  // Created once: a second branch or a second save does not change them.
  expect((await saveBranch(admin, { pndt_applies: 1 })).status).toBe(200)
})

test('the parts of section C are added with an invasive service, also by saving the branch if there is one', async () => {
  const sectionC = [FORM_F_IDS.invasive, FORM_F_IDS.invasiveResult]
  const laid = async () => (await partsLaid()).map(({ id }) => id).filter((id) => sectionC.includes(id))
  const flag = (isInvasive: boolean) =>
    askAdmin(server, 'update service set is_invasive = $3 where client_id = $1 and id = $2', [
      CLIENT,
      serviceOf('US-ANOM'),
      isInvasive,
    ])
  await flag(true)
  expect((await saveBranch(admin, { pndt_applies: 1, contact_no: '022 7' })).status).toBe(200)
  expect(await laid()).toEqual(sectionC)
  await flag(false)
  // Deletes them again for the tests below: without such a service no save creates them.
  for (const [table, column] of [
    ['consent_question', 'consent_form_id'],
    ['consent_form', 'id'],
  ])
    await askAdmin(server, `delete from ${table} where client_id = $1 and ${column} = any($2::uuid[])`, [
      CLIENT,
      sectionC,
    ])
  expect((await saveBranch(admin, { pndt_applies: 1, contact_no: '022 8' })).status).toBe(200)
  expect(await laid()).toEqual([])
})

test('its English stays as in the Act; the second language is the centre’s own, and it cannot be deleted', async () => {
  const { body } = await admin.get(`${PHP}master/consentForms`)
  const { id, name, rev, questions } = body.result.find(
    ({ id: one }: { id: string }) => one === FORM_F_IDS.woman,
  )
  const saved = (change: object) =>
    admin.post('consent/saveForm', { id, rev, name, status: 1, questions, ...change })
  const reworded = questions.map((one: { ques: string }, n: number) =>
    n === 0 ? { ...one, ques: 'Age?' } : one,
  )
  expect((await saved({ questions: reworded })).body.fields.questions).toContain('those of the Act')
  expect((await saved({ questions: questions.slice(1) })).status).toBe(400)
  expect((await saved({ name: 'Mine' })).status).toBe(400)
  expect((await saved({ status: 0 })).status).toBe(400)
  const hindi = questions.map((one: { ques: string }, n: number) =>
    n === 0 ? { ...one, ques_slang: 'आयु *' } : one,
  )
  expect((await saved({ questions: hindi })).status).toBe(200)
  expect((await admin.post('consent/deleteForm', { id })).status).toBe(422)
})

test('a part created in English only gets Hindi with the next save; a tablet can still sign the English one', async () => {
  const at = [CLIENT, FORM_F_IDS.woman] as const
  const read = async () => (await formsOf()).find(({ id }) => id === FORM_F_IDS.woman)!
  // The centre's own words are kept.
  const before = await read()
  expect(before.questions[0]!.ques_slang).toBe('आयु *')
  expect((await saveBranch(admin, { pndt_applies: 1, contact_no: '022 1' })).status).toBe(200)
  expect((await read()).questions[0]!.ques_slang).toBe('आयु *')
  // The centre's removal of the second language is kept as well.
  const { id, rev } = before
  const bare = before.questions.map((one) => ({ ...one, ques_slang: '', ans_options_slang: '' }))
  const inEnglish = { id, rev, name: before.name, name_slang: '', status: 1, questions: bare }
  expect((await admin.post('consent/saveForm', inEnglish)).status).toBe(200)
  expect((await saveBranch(admin, { pndt_applies: 1, contact_no: '022 2' })).status).toBe(200)
  expect(await read()).toMatchObject({ rev: rev + 1, name_slang: '', questions: bare })
  // Restores the state from before the Hindi text, when nobody had saved it since.
  await askAdmin(server, 'update consent_form set rev = 1 where client_id = $1 and id = $2', [...at])
  const english = await read()
  expect((await saveBranch(admin, { pndt_applies: 1, contact_no: '022 3' })).status).toBe(200)
  const hindi = await read()
  expect(hindi).toMatchObject({ rev: english.rev + 1, questions: formFQuestions('woman') })
  expect(hindi.name_slang).not.toBe('')
  const visit = await obstetric()
  const { name, name_slang, questions } = english
  const form_sha256 = createHash('sha256').update(formText({ name, name_slang, questions })).digest('hex')
  const signed = await sign(clerk, 'woman', visit.id, { form_sha256 })
  expect(signed.status, JSON.stringify(signed.body)).toBe(200)
})

test('signed in Hindi, the evidence contains both texts and the language', async () => {
  const visit = await obstetric()
  const { body } = await sign(clerk, 'woman', visit.id, { language: 'slang' })
  const { id } = body.result.consent
  const evidence = (await clerk.get(`${PHP}consent/evidence/${id}`)).body.result
  expect(evidence).toMatchObject({ is_intact: 1, answers: { language: 'slang' } })
  const declaration = evidence.detail.form.questions.find(
    (one: { id: string }) => one.id === formFQuestionId(FIELD.womanDeclares),
  )
  expect(declaration.ques).toContain('I do not want to know the sex of my foetus')
  expect(declaration.ques_slang).toContain('भ्रूण का लिंग नहीं जानना चाहती')
  // The answer is stored in English, whichever language was read.
  expect(evidence.answers.ques_ans[declaration.id]).toBe('I declare this')
})

test('an obstetric ultrasound starts with both parts signed, and the refusal names the missing ones', async () => {
  await registerMachine('')
  const visit = await obstetric()
  const none = await start(visit)
  expect([none.status, none.body.code]).toEqual([422, 'refused'])
  expect(none.body.message).toBe(
    'Form F is not complete, so this ultrasound cannot be started. The machine Ultrasound 1 has no PC-PNDT registration number. ' +
      'The pregnant woman’s part is not filled and signed. The doctor’s part is not filled in and signed.',
  )
  await registerMachine('USG-77')
  expect((await sign(clerk, 'woman', visit.id)).status).toBe(200)
  const one = await start(visit)
  expect(one.body.message).toBe(
    'Form F is not complete, so this ultrasound cannot be started. The doctor’s part is not filled in and signed.',
  )
  expect((await sign(clerk, 'doctor', visit.id)).status).toBe(200)
  expect((await start(visit)).status).toBe(200)
})

test('a withdrawn part is missing again, and an unstarted scan cannot begin', async () => {
  const visit = await obstetric()
  const woman = await sign(clerk, 'woman', visit.id)
  await sign(clerk, 'doctor', visit.id)
  await start(visit)
  const { id } = woman.body.result.consent
  await clerk.post(`${PHP}consent/withdraw`, {
    id: crypto.randomUUID(),
    consent_id: id,
    reason: 'Wrong address',
  })
  const scan = (status: number) =>
    tech.post(`${PHP}appt/changeServiceStatus`, { id: visit.services[0]!.id, appt_id: visit.id, status })
  expect((await scan(6)).body.message).toContain('The pregnant woman’s part is not filled and signed.')
  expect((await scan(7)).body.message).toContain(
    'so this ultrasound cannot be completed. The pregnant woman’s',
  )
  expect((await scan(5)).status).toBe(200)
  expect((await scan(12)).status).toBe(200)
  expect((await scan(6)).status, 'a cancelled scan is begun after all').toBe(422)
  await sign(clerk, 'woman', visit.id)
  expect((await scan(6)).status).toBe(200)
})

test('other services start without it, also in the same department', async () => {
  expect((await start(await obstetric(['US-ABPL']))).status).toBe(200)
})

test('an obstetric service without a machine cannot start', async () => {
  const visit = await obstetric()
  await sign(clerk, 'woman', visit.id)
  await sign(clerk, 'doctor', visit.id)
  await askAdmin(
    server,
    'update visit_machine set machine_id = null where client_id = $1 and visit_id = $2',
    [CLIENT, visit.id],
  )
  expect((await start(visit)).body.message).toContain('No machine is chosen for USG Obstetric Anomaly Scan.')
})

test('it applies to women: for a man neither part is signed and no scan started', async () => {
  const visit = await obstetric()
  await isA('Male')
  expect((await sign(clerk, 'woman', visit.id)).body.message).toContain('not registered as female')
  expect((await start(visit)).body.message).toContain('this patient is registered as Male')
  await isA('Female')
})

test('each part requires the form’s fields and an allowed signer', async () => {
  const { id } = await obstetric()
  const without = (part: 'woman' | 'doctor', field: number) => {
    const { [formFQuestionId(field)]: _, ...rest } = ANSWERS[part]
    return { ques_ans: rest }
  }
  const fieldsOf = async (part: 'woman' | 'doctor', change: object) =>
    Object.keys((await sign(clerk, part, id, change)).body.fields ?? {})
  const question = (field: number) => `ques_ans.${formFQuestionId(field)}`
  expect(await fieldsOf('woman', without('woman', FIELD.womanDeclares))).toEqual([
    question(FIELD.womanDeclares),
  ])
  expect(await fieldsOf('woman', without('woman', FIELD.weeks))).toEqual([question(FIELD.weeks)])
  expect(await fieldsOf('woman', { sign_by: 'Parent', signer_name: 'Somebody' })).toEqual(['sign_by'])
  expect(await fieldsOf('woman', { strokes: [] })).toEqual(['strokes'])
  expect(await fieldsOf('woman', { sign_by: 'Witness' })).toEqual([question(FIELD.identified), 'signer_name'])
  expect(await fieldsOf('doctor', without('doctor', FIELD.referrer))).toEqual([question(FIELD.referrer)])
  expect(await fieldsOf('doctor', { sign_by: 'Self' })).toEqual(['sign_by'])
  expect(await fieldsOf('doctor', { signer_name: 'Dr Nobody' })).toEqual(['signer_name'])
  const link = await clerk.post(`${PHP}consent/makeLink`, { appt_id: id, consent_form_id: FORM_F_IDS.woman })
  expect(link.body.message).toBe('Form F is signed at the centre.')
  // The last period instead of the weeks; a witness instead of her own name.
  const lmp = { ...without('woman', FIELD.weeks), lmp_type: 'LMP Date', lmp_date: '2026-07-04' }
  expect((await sign(clerk, 'woman', id, lmp)).status).toBe(200)
  const identified = {
    ...ANSWERS.woman,
    [formFQuestionId(FIELD.identified)]: '50, female, aunt, 12 Hill Road',
  }
  const attested = { ques_ans: identified, sign_by: 'Witness', signer_name: 'Meena Rao' }
  expect((await sign(clerk, 'woman', id, attested)).status).toBe(200)
  // Each part of Form F needs a new signature, even if it was signed before.
  expect(await fieldsOf('woman', { strokes: [] })).toEqual(['strokes'])
})

test('a deregistered doctor no longer counts; an ordinary form has no such signer', async () => {
  const visit = await obstetric()
  await sign(clerk, 'woman', visit.id)
  await sign(clerk, 'doctor', visit.id)
  await saveBranch(admin, { pndt_doctors: 'Dr Ravi Iyer, MMC 777' })
  expect((await start(visit)).body.message).toContain(
    `${DOCTOR} is not on the PC-PNDT registration of the branch.`,
  )
  await applyFormF(admin)
  expect((await start(visit)).status).toBe(200)
  const { body } = await admin.get(`${PHP}master/consentForms`)
  const other = body.result.find(({ name }: { name: string }) => name.startsWith('MRI'))
  const refused = await sign(clerk, 'doctor', visit.id, { consent_form_id: other.id, ques_ans: {} })
  expect(refused.body.fields).toMatchObject({ sign_by: 'Say who signs.' })
})

/** Sends a command that a device made offline at that moment. */
async function broughtLate(desk: ApiUser, call: string, input: object, at: Date) {
  const command = { id: mintId(), call, version: 1, input, at: at.toISOString(), made_offline: true }
  const { body } = await desk.post('sync/commands', { device_id: mintId(), commands: [command] })
  return body.answers[0]
}

test('a doctor’s offline signature while registered is filed, flagged, and so is its start', async () => {
  const visit = await obstetric()
  const other = await obstetric()
  await sign(clerk, 'woman', visit.id)
  const signed = server.clock.now
  server.clock.now = new Date(signed.getTime() + 60_000)
  await saveBranch(admin, { pndt_doctors: 'Dr Ravi Iyer, MMC 777' })
  server.clock.now = new Date(signed.getTime() + 120_000)
  // Signing now is refused, and so is an offline signature from after the doctor left.
  const late = new Date(signed.getTime() + 90_000)
  expect(Object.keys((await sign(clerk, 'doctor', other.id)).body.fields)).toEqual(['signer_name'])
  const after = await broughtLate(clerk, 'consent/sign', signedPart('doctor', other.id), late)
  expect(after.status).toBe(400)
  const never = { signer_name: 'Dr Nobody' }
  const nobody = await broughtLate(clerk, 'consent/sign', signedPart('doctor', other.id, never), signed)
  expect(nobody.status).toBe(400)
  const landed = await broughtLate(clerk, 'consent/sign', signedPart('doctor', visit.id), signed)
  expect([landed.status, landed.flags]).toEqual([200, ['doctor_no_longer_registered']])
  const lines = await readAudit(server, CLIENT, 'consent')
  expect(lines.at(-1)).toMatchObject({ action: 'sign' })
  // A start that was made then takes effect too; one of today does not.
  expect((await start(visit)).body.message).toContain('is not on the PC-PNDT registration')
  const begun = await broughtLate(clerk, 'appt/startVisit', { appt_id: visit.id }, signed)
  expect(begun.status, JSON.stringify(begun.body)).toBe(200)
  await applyFormF(admin)
  server.clock.now = signed
})

test('a doctor’s entry that could not be used for signing is refused in its form', async () => {
  const refused = await saveBranch(admin, { pndt_doctors: `${DOCTOR}\n${'x'.repeat(121)}` })
  expect(refused.body.fields).toEqual({ pndt_doctors: 'has a line of more than 120 letters: line 2' })
  expect((await saveBranch(admin, { pndt_doctors: `${DOCTOR}\n${'x'.repeat(120)}` })).status).toBe(200)
  await applyFormF(admin)
})

test('the flag of the service decides what is obstetric', async () => {
  await askAdmin(server, 'update service set is_obstetric = true where client_id = $1 and id = $2', [
    CLIENT,
    serviceOf('US-KUB'),
  ])
  expect((await start(await obstetric(['US-KUB']))).status).toBe(422)
})

test('the register of a month lists each started ultrasound of a pregnancy, and its missing entries', async () => {
  const whole = await obstetric()
  for (const part of ['woman', 'doctor', 'result'] as const) await sign(clerk, part, whole.id)
  await start(whole)
  const open = await obstetric()
  await sign(clerk, 'woman', open.id)
  await sign(clerk, 'doctor', open.id)
  await start(open)
  const booked = await obstetric()
  const month = server.clock.now.toISOString().slice(0, 7)
  const ask = (desk: ApiUser, branch_id: string, of = month) =>
    desk.get(`${PHP}appt/formFRegister`, { branch_id, month: of })
  const { body } = await ask(clerk, ANDHERI)
  expect(body.result).toMatchObject({ registration_no: 'MH/MUM/2019/1234', applies: 1 })
  const entryOf = ({ id }: { id: string }) =>
    body.result.entries.find(({ appt_id }: { appt_id: string }) => appt_id === id)
  expect(entryOf(whole)).toMatchObject({
    service: 'USG Obstetric Anomaly Scan',
    machine_no: 'USG-77',
    doctor: DOCTOR,
    answers: {
      relative: 'Rakesh Rao',
      indications: 'ii. Estimation of gestational age (dating)',
      mtp: 'None',
    },
    missing: [],
  })
  expect(entryOf(open)).toMatchObject({ result_on: null, missing: ['The result is not written and signed.'] })
  expect(entryOf(booked)).toBeUndefined()
  expect((await ask(clerk, ANDHERI, '2025-01')).body.result.entries).toEqual([])
  // A scan that started before the setting was switched on lists its missing fields.
  expect(body.result.entries.some(({ missing }: { missing: string[] }) => missing.length > 1)).toBe(true)
  // Another branch is not found, and the technician cannot read the register.
  expect((await ask(clerk, KOTHRUD)).status).toBe(404)
  expect((await ask(tech, ANDHERI)).status).toBe(422)
  expect((await ask(await server.signIn('admin.alnoor'), ANDHERI)).status).toBe(404)
  expect((await ask(admin, KOTHRUD)).body.result).toMatchObject({ applies: 0 })
})

/** Flags the anomaly scan as invasive, as an administrator saves the service. */
async function flagInvasive(is_invasive: 0 | 1, more: object = {}) {
  const { body } = await admin.get(`${PHP}master/services/ALL`)
  const stored = body.result.find(({ code }: { code: string }) => code === 'US-ANOM')
  const { id, rev, department_id, name, code, charges, type } = stored
  return admin.post(`${PHP}master/saveService`, {
    id,
    rev,
    department_id,
    name,
    code,
    charges,
    type,
    is_outsourced: 0,
    is_obstetric: 1,
    is_invasive,
    status: 1,
    ...more,
  })
}

test('an invasive procedure also needs section C: before it to start, after it for the register', async () => {
  expect((await flagInvasive(1, { is_obstetric: 0 })).body.fields).toEqual({
    is_invasive: 'needs “Ultrasound of a pregnancy” to be set as well',
  })
  const saved = await flagInvasive(1)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect((await partsLaid()).map(({ id }) => id)).toEqual(FORM_F_PARTS.map((part) => FORM_F_IDS[part]))
  const visit = await obstetric()
  await sign(clerk, 'woman', visit.id)
  await sign(clerk, 'doctor', visit.id)
  expect((await start(visit)).body.message).toBe(
    'Form F is not complete, so this ultrasound cannot be started. Section C (invasive procedure) is not filled in and signed.',
  )
  const fieldsOf = async (part: 'invasive' | 'invasiveResult', answers: Record<string, unknown>) =>
    Object.keys((await sign(clerk, part, visit.id, { ques_ans: answers })).body.fields ?? {})
  const question = (field: number) => `ques_ans.${formFQuestionId(field)}`
  const { [formFQuestionId(FIELD.formGOn)]: _, ...withoutFormG } = ANSWERS.invasive
  expect(await fieldsOf('invasive', withoutFormG)).toEqual([question(FIELD.formGOn)])
  const { [formFQuestionId(FIELD.whichIndication)]: __, ...unspecified } = ANSWERS.invasive
  expect(await fieldsOf('invasive', unspecified)).toEqual([question(FIELD.whichIndication)])
  const other = { ...ANSWERS.invasiveResult, [formFQuestionId(FIELD.tests)]: ['v. Any other'] }
  expect(await fieldsOf('invasiveResult', other)).toEqual([question(FIELD.otherTest)])
  expect((await sign(clerk, 'invasive', visit.id, { signer_name: 'Dr Nobody' })).status).toBe(400)
  expect((await sign(clerk, 'invasive', visit.id)).status).toBe(200)
  expect((await start(visit)).status).toBe(200)
  await sign(clerk, 'result', visit.id)
  const entry = async () => {
    const month = server.clock.now.toISOString().slice(0, 7)
    const { body } = await clerk.get(`${PHP}appt/formFRegister`, { branch_id: ANDHERI, month })
    return body.result.entries.find(({ appt_id }: { appt_id: string }) => appt_id === visit.id)
  }
  expect(await entry()).toMatchObject({
    is_invasive: 1,
    invasive_result_on: null,
    missing: ['The result of the invasive procedure is not written and signed.'],
    answers: {
      performers: DOCTOR,
      invasiveProcedures: 'i. Amniocentesis',
      formGOn: '21 Nov 2026',
    },
  })
  // It stays invasive in the register after the service changes.
  expect((await flagInvasive(0)).status).toBe(200)
  await sign(clerk, 'invasiveResult', visit.id)
  expect(await entry()).toMatchObject({
    is_invasive: 1,
    missing: [],
    answers: {
      complications: 'None',
      tests: 'i. Chromosomal studies',
      invasiveResult: 'Normal chromosomes.',
    },
  })
  const plain = await obstetric()
  await sign(clerk, 'woman', plain.id)
  await sign(clerk, 'doctor', plain.id)
  expect((await start(plain)).status).toBe(200)
})

test('the register keeps the values at the scan, even if a service or machine changes later', async () => {
  const whole = await obstetric()
  for (const part of ['woman', 'doctor', 'result'] as const) await sign(clerk, part, whole.id)
  await start(whole)
  const plain = await obstetric(['US-ABPL'])
  await start(plain)
  const scan = (status: number) =>
    tech.post(`${PHP}appt/changeServiceStatus`, { id: whole.services[0]!.id, appt_id: whole.id, status })
  expect((await scan(6)).status).toBe(200)
  const flagAs = (code: string, isObstetric: boolean) =>
    askAdmin(server, 'update service set is_obstetric = $3 where client_id = $1 and id = $2', [
      CLIENT,
      serviceOf(code),
      isObstetric,
    ])
  await flagAs('US-ANOM', false)
  await flagAs('US-ABPL', true)
  await registerMachine('')
  // The scan can end after the service has changed since the start of the scan.
  expect((await scan(7)).status).toBe(200)
  const month = server.clock.now.toISOString().slice(0, 7)
  const { body } = await clerk.get(`${PHP}appt/formFRegister`, { branch_id: ANDHERI, month })
  const entryOf = ({ id }: { id: string }) =>
    body.result.entries.find(({ appt_id }: { appt_id: string }) => appt_id === id)
  expect(entryOf(whole)).toMatchObject({ machine_no: 'USG-77', missing: [] })
  expect(entryOf(plain)).toBeUndefined()
  await flagAs('US-ANOM', true)
  await flagAs('US-ABPL', false)
  await registerMachine('USG-77')
})

test('a scan that has begun can end, even if its service’s flags change', async () => {
  const anomaly = await obstetric()
  await sign(clerk, 'woman', anomaly.id)
  await sign(clerk, 'doctor', anomaly.id)
  await start(anomaly)
  const plain = await obstetric(['US-ABPL'])
  await start(plain)
  const scan = ({ id, services }: Awaited<ReturnType<typeof obstetric>>, status: number) =>
    tech.post(`${PHP}appt/changeServiceStatus`, { id: services[0]!.id, appt_id: id, status })
  for (const visit of [anomaly, plain]) expect((await scan(visit, 6)).status).toBe(200)
  const flagAs = (column: 'is_obstetric' | 'is_invasive', code: string, flag: boolean) =>
    askAdmin(server, `update service set ${column} = $3 where client_id = $1 and id = $2`, [
      CLIENT,
      serviceOf(code),
      flag,
    ])
  await flagAs('is_invasive', 'US-ANOM', true)
  await flagAs('is_obstetric', 'US-ABPL', true)
  for (const visit of [anomaly, plain]) {
    const ended = await scan(visit, 7)
    expect(ended.status, ended.body.message).toBe(200)
  }
  // Correcting an end works too; a new start is checked by today's flags.
  expect((await scan(plain, 6)).status).toBe(200)
  expect((await scan(anomaly, 5)).status).toBe(200)
  expect((await scan(anomaly, 6)).body.message).toContain('Section C (invasive procedure) is not filled')
  await flagAs('is_invasive', 'US-ANOM', false)
  await flagAs('is_obstetric', 'US-ABPL', false)
})

test('if the licence lost the consent forms later, no scan waits for a form that cannot be signed', async () => {
  const visit = await obstetric()
  expect((await start(visit)).status).toBe(422)
  expect((await withoutConsentForms(() => start(visit))).status).toBe(200)
})

test('a report marked as sent shows later changes of its month', async () => {
  const visit = await obstetric()
  await sign(clerk, 'woman', visit.id)
  await sign(clerk, 'doctor', visit.id)
  await start(visit)
  const month = monthOf(dayAt(server.clock.now, 'Asia/Kolkata'))
  const sentOn = `${nextMonth(month)}-02`
  server.clock.now = new Date(`${sentOn}T06:00:00.000Z`)
  clerk = await server.signIn('reception.andheri')
  const note = async (sent: object | null) =>
    (await clerk.post(`${PHP}appt/noteFormFReport`, { branch_id: ANDHERI, month, sent })).body.result.report
  const hasChanged = async () =>
    (await clerk.get(`${PHP}appt/formFRegister`, { branch_id: ANDHERI, month })).body.result.report
      ?.has_changed
  const rename = (column: 'service' | 'patient', name: string, id: string) =>
    askAdmin(
      server,
      column === 'service'
        ? 'update service set name = $3 where client_id = $1 and id = $2'
        : 'update patient set fname = $3 where client_id = $1 and id = $2',
      [CLIENT, id, name],
    )
  const SENT = { sent_on: sentOn, way: 'By hand', reference: 'AA/77' }
  expect(await note(SENT)).toMatchObject({ has_changed: 0 })
  expect(await hasChanged()).toBe(0)
  await rename('service', 'Anomaly scan, renamed', serviceOf('US-ANOM'))
  expect(await hasChanged()).toBe(0)
  const result = await sign(clerk, 'result', visit.id)
  expect(result.status, JSON.stringify(result.body)).toBe(200)
  expect(await hasChanged()).toBe(1)
  expect(await note({ ...SENT, reference: 'AA/78' })).toMatchObject({ has_changed: 0 })
  await rename('patient', 'Sunita, corrected', place.patientId)
  expect(await hasChanged()).toBe(1)
  expect(await note(null)).toBeNull()
  expect(await hasChanged()).toBeUndefined()
})
