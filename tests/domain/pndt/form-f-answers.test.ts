import { expect, test } from 'vitest'
import { type ConsentAnswers, NO_ANSWERS, USUAL_SIGNERS } from '#domain/consent/answers.ts'
import {
  FIELD,
  FORM_F_IDS,
  type FormFPart,
  formFQuestionId,
  OTHER_PROCEDURE,
  REFERRED,
  SELF_REFERRED,
  ULTRASOUND,
} from '#domain/pndt/form-f.ts'
import { formFProblems, signersOf } from '#domain/pndt/form-f-answers.ts'

const DOCTOR = 'Dr Anjali Mehta, MMC 12345'
type Answered = Partial<Record<keyof typeof FIELD, string | string[]>>

const answers = (ques: Answered, more: Partial<ConsentAnswers> = {}): ConsentAnswers => ({
  ...NO_ANSWERS,
  ques_ans: Object.fromEntries(
    Object.entries(ques).map(([name, said]) => [formFQuestionId(FIELD[name as keyof typeof FIELD]), said]),
  ),
  ...more,
})
/** Returns the names of the missing answers. */
const missing = (part: FormFPart, given: ConsentAnswers, doctors: string[] | undefined = [DOCTOR]) =>
  Object.keys(formFProblems(FORM_F_IDS[part], given, doctors)).map(
    (key) => Object.entries(FIELD).find(([, no]) => key === `ques_ans.${formFQuestionId(no)}`)?.[0] ?? key,
  )
const BY_DOCTOR = { sign_by: 'Doctor', signer_name: DOCTOR } as const

test.each([
  ['says the weeks of pregnancy', {}, {}, ['weeks']],
  ['or the date of her last period', {}, { lmp_date: '2026-08-01' }, []],
  ['has said them', { weeks: '12' }, {}, []],
  ['has not said them by a blank', { weeks: ' ' }, {}, ['weeks']],
  [
    'is identified where a witness signs',
    { weeks: '12' },
    { sign_by: 'Witness', signer_name: 'R' },
    ['identified'],
  ],
  [
    'who has a name',
    { weeks: '12', identified: 'R' },
    { sign_by: 'Witness', signer_name: ' ' },
    ['signer_name'],
  ],
  ['is complete with both', { weeks: '12', identified: 'R' }, { sign_by: 'Witness', signer_name: 'R' }, []],
] as const)('the woman %s', (_, ques, more, found) => {
  expect(missing('woman', answers(ques, more))).toEqual(found)
})

test.each([
  ['names who referred her', { referral: REFERRED }, ['referrer']],
  ['has named them', { referral: REFERRED, referrer: 'Dr Rao' }, []],
  ['gives reasons for an own referral', { referral: [SELF_REFERRED] }, ['selfReasons']],
  ['has given them', { referral: SELF_REFERRED, selfReasons: 'Pain' }, []],
  [
    'names another procedure',
    { referral: REFERRED, referrer: 'Dr Rao', procedures: [ULTRASOUND, OTHER_PROCEDURE] },
    ['otherProcedure'],
  ],
  [
    'has named it',
    { referral: REFERRED, referrer: 'R', procedures: [OTHER_PROCEDURE], otherProcedure: 'X' },
    [],
  ],
  ['names none beside an ultrasound', { referral: REFERRED, referrer: 'R', procedures: [ULTRASOUND] }, []],
])('the doctor %s', (_, ques, found) => {
  expect(missing('doctor', answers(ques, BY_DOCTOR))).toEqual(found)
})

test('a doctor who signs belongs to the registration of the branch, if it is known', () => {
  const signed = (signer_name: string) => answers({}, { sign_by: 'Doctor', signer_name })
  expect(missing('result', signed(DOCTOR))).toEqual([])
  expect(missing('result', signed(` ${DOCTOR} `))).toEqual([])
  expect(missing('result', signed('Dr Else'))).toEqual(['signer_name'])
  expect(missing('result', signed(' '))).toEqual(['signer_name'])
  expect(Object.keys(formFProblems(FORM_F_IDS.result, signed('Dr Else'), undefined))).toEqual([])
})

test('nobody signs Form F in place of the woman or the doctor; other forms keep the usual rule', () => {
  expect(signersOf(FORM_F_IDS.woman)).toEqual(['Self', 'Witness'])
  expect(signersOf(FORM_F_IDS.doctor)).toEqual(['Doctor'])
  expect(signersOf(FORM_F_IDS.result)).toEqual(['Doctor'])
  expect(signersOf('another form')).toEqual(USUAL_SIGNERS)
  expect(formFProblems('another form', NO_ANSWERS, [])).toEqual({})
})

test('the parts of Form F and their fields keep the same ids for ever', () => {
  expect(Object.values(FORM_F_IDS)).toEqual([
    '00f0f00f-0001-7000-8000-000000000000',
    '00f0f00f-0002-7000-8000-000000000000',
    '00f0f00f-0003-7000-8000-000000000000',
    '00f0f00f-0004-7000-8000-000000000000',
    '00f0f00f-0005-7000-8000-000000000000',
  ])
  const idOf = (name: keyof typeof FIELD) => formFQuestionId(FIELD[name])
  expect([idOf('age'), idOf('identified'), idOf('referral'), idOf('doctorDeclares'), idOf('result')]).toEqual(
    [
      '00f0f00f-0001-7000-8000-000000000001',
      '00f0f00f-0001-7000-8000-000000000009',
      '00f0f00f-0002-7000-8000-000000000021',
      '00f0f00f-0002-7000-8000-000000000029',
      '00f0f00f-0003-7000-8000-000000000041',
    ],
  )
})
