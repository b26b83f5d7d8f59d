import { afterAll, beforeAll, expect, test } from 'vitest'
import { FIELD, FORM_F_IDS, FORM_F_NAMES, formFQuestionId, formFQuestions } from '#domain/pndt/form-f.ts'
import { askAdmin } from '../look-inside.ts'
import { type DemoServer, type Desk, openDemo, PHP } from '../open-demo.ts'
import {
  ANDHERI,
  type BookingDesk,
  booked,
  bookingOf,
  CLIENT,
  freeTime,
  KOTHRUD,
  machineOf,
  openAllDay,
  openBookingDesk,
  serviceOf,
} from '../visits/booking-desk.ts'
import { ANSWERS, applyFormF, DOCTOR, saveBranch, sign } from './form-f-desk.ts'

let server: DemoServer
let admin: Desk
let clerk: Desk
let tech: Desk
let place: BookingDesk
let at = 0

beforeAll(async () => {
  server = await openDemo()
  admin = await server.signIn('admin.sanjeevani')
  clerk = await server.signIn('reception.andheri')
  tech = await server.signIn('tech.andheri')
  place = await openBookingDesk(server)
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

/** A visit of today's anomaly scan, or of another service. */
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

test('where Form F does not apply, an obstetric ultrasound starts without one, and none is signed', async () => {
  const visit = await obstetric()
  expect((await sign(clerk, 'woman', visit.id)).status).toBe(404)
  expect((await start(visit)).status).toBe(200)
})

/** Does it while the client's licence has no consent forms. */
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

test('switched on at a branch, its three parts are forms of the client, with the questions of the data file', async () => {
  expect((await applyFormF(admin)).status).toBe(200)
  const { body } = await admin.get(`${PHP}master/consentForms`)
  const forms = body.result.filter(({ name }: { name: string }) => name.startsWith('Form F'))
  expect(forms.map(({ id, name }: { id: string; name: string }) => [id, name])).toEqual(
    (['woman', 'doctor', 'result'] as const)
      .map((part) => [FORM_F_IDS[part], FORM_F_NAMES[part]])
      .sort((a, b) => (a[1]! < b[1]! ? -1 : 1)),
  )
  const woman = forms.find(({ id }: { id: string }) => id === FORM_F_IDS.woman)
  expect(woman.questions).toEqual(formFQuestions('woman'))
  // Once: a second branch, or a second save, changes nothing of them.
  expect((await saveBranch(admin, { pndt_applies: 1 })).status).toBe(200)
})

test('its English stays as the Act has it; the second language is the centre’s own, and it is not deleted', async () => {
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

test('an obstetric ultrasound starts with both parts signed, and the refusal names what is missing', async () => {
  await registerMachine('')
  const visit = await obstetric()
  const none = await start(visit)
  expect([none.status, none.body.code]).toEqual([422, 'refused'])
  expect(none.body.message).toBe(
    'Form F is not complete, so this ultrasound cannot be started. The machine Ultrasound 1 has no PC-PNDT registration number. ' +
      'The pregnant woman’s part is not filled and signed. The doctor’s part is not filled and signed.',
  )
  await registerMachine('USG-77')
  expect((await sign(clerk, 'woman', visit.id)).status).toBe(200)
  const one = await start(visit)
  expect(one.body.message).toBe(
    'Form F is not complete, so this ultrasound cannot be started. The doctor’s part is not filled and signed.',
  )
  expect((await sign(clerk, 'doctor', visit.id)).status).toBe(200)
  expect((await start(visit)).status).toBe(200)
})

test('a withdrawn part is missing again, and what was not started begins no scan', async () => {
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
  expect((await scan(7)).status).toBe(422)
  expect((await scan(5)).status).toBe(200)
  expect((await scan(12)).status).toBe(200)
  expect((await scan(6)).status, 'a cancelled scan is begun after all').toBe(422)
  await sign(clerk, 'woman', visit.id)
  expect((await scan(6)).status).toBe(200)
})

test('other services start without it, in the same department too', async () => {
  expect((await start(await obstetric(['US-ABPL']))).status).toBe(200)
})

test('an obstetric service without a machine is not started', async () => {
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

test('it is for a woman: of a man neither part is signed and no scan started', async () => {
  const visit = await obstetric()
  await isA('Male')
  expect((await sign(clerk, 'woman', visit.id)).body.message).toContain('not registered as female')
  expect((await start(visit)).body.message).toContain('this patient is registered as Male')
  await isA('Female')
})

test('each part wants what the form asks, and who may sign it', async () => {
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
  // The last period in the place of the weeks; a witness in the place of her own name.
  const lmp = { ...without('woman', FIELD.weeks), lmp_type: 'LMP Date', lmp_date: '2026-07-04' }
  expect((await sign(clerk, 'woman', id, lmp)).status).toBe(200)
  const identified = {
    ...ANSWERS.woman,
    [formFQuestionId(FIELD.identified)]: '50, female, aunt, 12 Hill Road',
  }
  const attested = { ques_ans: identified, sign_by: 'Witness', signer_name: 'Meena Rao' }
  expect((await sign(clerk, 'woman', id, attested)).status).toBe(200)
  // Signed before or not: each part of Form F is signed anew.
  expect(await fieldsOf('woman', { strokes: [] })).toEqual(['strokes'])
})

test('a doctor who left the registration does not count any more; an ordinary form knows no such signer', async () => {
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

test('the flag of the service says what is obstetric', async () => {
  await askAdmin(server, 'update service set is_obstetric = true where client_id = $1 and id = $2', [
    CLIENT,
    serviceOf('US-KUB'),
  ])
  expect((await start(await obstetric(['US-KUB']))).status).toBe(422)
})

test('the register of a month names each started ultrasound of a pregnancy, and what is missing', async () => {
  const whole = await obstetric()
  for (const part of ['woman', 'doctor', 'result'] as const) await sign(clerk, part, whole.id)
  await start(whole)
  const open = await obstetric()
  await sign(clerk, 'woman', open.id)
  await sign(clerk, 'doctor', open.id)
  await start(open)
  const booked = await obstetric()
  const month = server.clock.now.toISOString().slice(0, 7)
  const ask = (desk: Desk, branch_id: string, of = month) =>
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
  // What was started before the setting was switched on says what it lacks.
  expect(body.result.entries.some(({ missing }: { missing: string[] }) => missing.length > 1)).toBe(true)
  // Another branch is nobody's business, and the technician keeps no register.
  expect((await ask(clerk, KOTHRUD)).status).toBe(404)
  expect((await ask(tech, ANDHERI)).status).toBe(422)
  expect((await ask(await server.signIn('admin.alnoor'), ANDHERI)).status).toBe(404)
  expect((await ask(admin, KOTHRUD)).body.result).toMatchObject({ applies: 0 })
})

test('where the licence lost the consent forms afterwards, no scan waits for a form that nobody can sign', async () => {
  const visit = await obstetric()
  expect((await start(visit)).status).toBe(422)
  expect((await withoutConsentForms(() => start(visit))).status).toBe(200)
})
