import { randomUUID } from 'node:crypto'
import type { AskedQuestion } from '#domain/consent/answer-rules.ts'
import { consentParameters } from '#domain/consent/consent-link.ts'
import { type ApiUser, type DemoServer, PHP } from '../open-demo.ts'

export const SIGNED_ON = '2026-11-21T08:58:30.000Z'

/** Pen strokes of a written name. */
export const NAME_STROKES = [
  {
    points: Array.from({ length: 14 }, (_, at) => ({ x: 20 + at * 9, y: 60 + (at % 4) * 6, pressure: 0.5 })),
  },
]

export interface TestForm {
  id: string
  questions: AskedQuestion[]
}

/** Saves a form with one required choice and one text, as the client's administrator does. */
export async function putForm(admin: ApiUser, name = `Form ${randomUUID()}`): Promise<TestForm> {
  const question = (ques: string, part: Partial<AskedQuestion>): AskedQuestion => ({
    id: randomUUID(),
    ques,
    ques_slang: '',
    ans_type: 'Text',
    ans_options: '',
    ans_options_slang: '',
    ...part,
  })
  const questions = [
    question('Do you have a pacemaker? *', {
      ans_type: 'Single',
      ans_options: 'Yes|No',
      ques_slang: 'क्या आपके पास पेसमेकर है? *',
      ans_options_slang: 'हाँ|नहीं',
    }),
    question('Earlier operations', {}),
  ]
  const id = randomUUID()
  const saved = await admin.post('consent/saveForm', { id, name, name_slang: '', status: 1, questions })
  if (saved.status !== 200) throw new Error(`The form was not saved: ${JSON.stringify(saved.body)}`)
  return { id, questions }
}

/** Returns the signed answers of a form, with its required question answered. */
export function signed(form: TestForm, change: object = {}) {
  return {
    id: randomUUID(),
    consent_form_id: form.id,
    fasting: 'No',
    height: '168',
    weight: '61.5',
    lmp_type: '',
    lmp_date: null,
    ques_ans: { [form.questions[0]?.id ?? '']: 'No' },
    sign_by: 'Self',
    language: 'en',
    strokes: NAME_STROKES,
    signed_on: SIGNED_ON,
    ...change,
  }
}

/** Creates a link at the desk; returns its secret. */
export async function linkOf(desk: ApiUser, visit: string, form: TestForm): Promise<string> {
  const { status, body } = await desk.post(`${PHP}consent/makeLink`, {
    appt_id: visit,
    consent_form_id: form.id,
  })
  if (status !== 200) throw new Error(`No link was made: ${JSON.stringify(body)}`)
  return consentParameters(new URL(body.result.url, 'https://here.example')).get('appt_id') ?? ''
}

/** Returns a patient's calls with only a link. */
export function phone(server: DemoServer, address = '203.0.113.7') {
  const ask = (path: string, payload: object) =>
    server.send({
      method: 'POST',
      url: `/api/public/${path}`,
      payload,
      headers: { 'x-forwarded-for': address },
    })
  return {
    open: (form: string, secret: string) => ask('consentFormDetail', { id: form, appt_id: secret }),
    save: (secret: string, input: object) => ask('savePatientConsent', { ...input, appt_id: secret }),
  }
}

/** Replaces the questions of a form, as its administrator does. */
export async function changeQuestions(admin: ApiUser, form: TestForm, questions: object[]): Promise<void> {
  const answer = await admin.post('consent/saveFormQuestions', {
    consent_form_id: form.id,
    questions,
    rev: 1,
  })
  if (answer.status !== 200) throw new Error(`The form was not changed: ${JSON.stringify(answer.body)}`)
}
