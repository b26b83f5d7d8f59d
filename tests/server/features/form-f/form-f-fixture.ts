import { randomUUID } from 'node:crypto'
import {
  FIELD,
  FORM_F_IDS,
  type FormFPart,
  formFQuestionId,
  REFERRED,
  ULTRASOUND,
} from '#domain/pndt/form-f.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { NAME_STROKES, SIGNED_ON } from '../consents/consent-fixture.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, PHP } from '../open-demo.ts'
import { ANDHERI } from '../reports/report-fixture.ts'

/** Saves the branch as its administrator does, with this change. */
export async function saveBranch(admin: ApiUser, change: Record<string, unknown>) {
  const { body } = await admin.get('branch/list/ALL')
  const stored = (body.result as Record<string, unknown>[]).find(({ id }) => id === ANDHERI)!
  const named = ['id', 'rev', 'name', 'pacs_id', 'status', 'time_zone'] as const
  const kept = Object.fromEntries(named.map((name) => [name, stored[name]]))
  return admin.post('branch/save', { ...kept, ...change })
}

/** Makes Form F apply at the branch from now on. */
export const applyFormF = (admin: ApiUser) =>
  saveBranch(admin, {
    pndt_applies: 1,
    pndt_registration_no: 'MH/MUM/2019/1234',
    pndt_doctors: `${DOCTOR}\nDr Ravi Iyer, MMC 777`,
  })

/** Turns the study into an ultrasound with this name. */
export const asUltrasound = (server: DemoServer, id: string, name: string) =>
  askAdmin(server, `update study set modality = 'US', study_desc = $3 where client_id = $1 and id = $2`, [
    SANJEEVANI.id,
    id,
    name,
  ])

export const DOCTOR = 'Dr Anjali Mehta, MMC 12345'

/** Complete answers for each part. */
export const ANSWERS: Record<FormFPart, Record<string, string | string[]>> = {
  woman: byField({
    age: '27',
    sons: '0',
    daughters: '1 (3 years)',
    relative: 'Rakesh Rao',
    address: '12 Hill Road, Mumbai',
    weeks: '20',
    womanDeclares: 'I declare this',
  }),
  doctor: byField({
    referral: REFERRED,
    referrer: 'Dr Sheth, Andheri',
    indications: ['ii. Estimation of gestational age (dating)'],
    procedures: [ULTRASOUND],
    declaredOn: '21 Nov 2026',
    procedureOn: '21 Nov 2026',
    doctorDeclares: 'I declare this',
  }),
  result: byField({
    result: 'Single live fetus of 20 weeks.',
    conveyedTo: 'The woman',
    conveyedOn: '21 Nov 2026',
    mtp: 'None',
  }),
  invasive: byField({
    performers: 'Dr Anjali Mehta, MMC 12345',
    familyHistory: 'Thalassaemia of a brother',
    basis: ['Bio-chemical'],
    invasiveIndications: ['C. Mother/father/sibling has genetic disease'],
    whichIndication: 'Thalassaemia',
    formGOn: '21 Nov 2026',
    invasiveProcedures: ['i. Amniocentesis'],
  }),
  invasiveResult: byField({
    complications: 'None',
    tests: ['i. Chromosomal studies'],
    invasiveResult: 'Normal chromosomes.',
    invasiveOn: '21 Nov 2026',
    invasiveConveyedTo: 'The woman',
    invasiveConveyedOn: '28 Nov 2026',
    invasiveMtp: 'None',
  }),
}

function byField(answers: Partial<Record<keyof typeof FIELD, string | string[]>>) {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      formFQuestionId(FIELD[name as keyof typeof FIELD]),
      answer,
    ]),
  )
}

/** Returns a part as the tablet sends it, with this change. */
export const signedPart = (part: FormFPart, visit: string, change: object = {}) => ({
  id: randomUUID(),
  appt_id: visit,
  consent_form_id: FORM_F_IDS[part],
  via: 'Desk',
  fasting: '',
  height: '',
  weight: '',
  lmp_type: '',
  lmp_date: null,
  ques_ans: ANSWERS[part],
  sign_by: part === 'woman' ? 'Self' : 'Doctor',
  signer_name: part === 'woman' ? '' : DOCTOR,
  language: 'en',
  strokes: NAME_STROKES,
  signed_on: SIGNED_ON,
  ...change,
})

export const sign = (desk: ApiUser, part: FormFPart, visit: string, change: object = {}) =>
  desk.post(`${PHP}consent/sign`, signedPart(part, visit, change))
