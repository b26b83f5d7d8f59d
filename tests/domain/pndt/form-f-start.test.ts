import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenQuestionRules, isRequiredOfPatient, settleQuestion } from '#domain/consent/question.ts'
import { FORM_F_IDS, FORM_F_PARTS, formFPartOf, formFQuestions } from '#domain/pndt/form-f.ts'
import { type FormFGround, formFMissing } from '#domain/pndt/form-f-start.ts'

const DOCTOR = 'Dr Anjali Mehta, MMC 12345'
const consent = (part: 'woman' | 'doctor' | 'invasive', more: object = {}) => ({
  id: `${part} 1`,
  consent_form_id: FORM_F_IDS[part],
  kind: 'Signed' as const,
  withdraws_id: null,
  created: '2026-11-21T05:00:00.000Z',
  signer_name: part === 'woman' ? '' : DOCTOR,
  ...more,
})
const WHOLE: FormFGround = {
  branch: { pndt_applies: true, pndt_doctors: `\n ${DOCTOR} \nDr Ravi Iyer, MMC 777` },
  gender: 'Female',
  exams: [
    {
      name: 'Anomaly scan',
      isObstetric: true,
      isInvasive: false,
      machine: { name: 'US 1', registrationNo: 'USG-77' },
    },
  ],
  consents: [consent('woman'), consent('doctor')],
}

test('a complete form allows the start of the scan', () => {
  expect(formFMissing(WHOLE)).toEqual([])
})

test.each([
  ['a man', { gender: 'Male' }, 'this patient is registered as Male'],
  ['nobody knows whom', { gender: ' ' }, 'registered as of no sex'],
  ['no machine', { exams: [{ ...WHOLE.exams[0]!, machine: undefined }] }, 'No machine is chosen'],
  [
    'a machine that is not registered',
    { exams: [{ ...WHOLE.exams[0]!, machine: { name: 'US 2', registrationNo: ' ' } }] },
    'The machine US 2 has no PC-PNDT registration number.',
  ],
  ['one signature', { consents: [consent('doctor')] }, 'The pregnant woman’s part'],
  ['the other signature', { consents: [consent('woman')] }, 'The doctor’s part'],
  [
    'a doctor of elsewhere',
    { consents: [consent('woman'), consent('doctor', { signer_name: 'Dr Who' })] },
    'Dr Who is not on the PC-PNDT registration',
  ],
  [
    'a withdrawn part',
    {
      consents: [
        ...WHOLE.consents,
        consent('woman', { id: 'w', kind: 'Withdrawn', withdraws_id: 'woman 1' }),
      ],
    },
    'The pregnant woman’s part',
  ],
] as const)('with %s it does not', (_, change, words) => {
  const missing = formFMissing({ ...WHOLE, ...change })
  expect(missing).toHaveLength(1)
  expect(missing[0]).toContain(words)
})

test('an invasive procedure needs section C, signed by a doctor of the registration', () => {
  const invasive = { ...WHOLE, exams: [{ ...WHOLE.exams[0]!, isInvasive: true }] }
  expect(formFMissing(invasive)).toEqual(['Section C (invasive procedure) is not filled in and signed.'])
  expect(formFMissing({ ...invasive, consents: [...WHOLE.consents, consent('invasive')] })).toEqual([])
  const stranger = consent('invasive', { signer_name: 'Dr Who' })
  expect(formFMissing({ ...invasive, consents: [...WHOLE.consents, stranger] })).toEqual([
    'Dr Who is not on the PC-PNDT registration of the branch.',
  ])
})

const anyGround = fc.record({
  branch: fc.record({ pndt_applies: fc.boolean(), pndt_doctors: fc.constantFrom('', DOCTOR) }),
  gender: fc.constantFrom('Female', 'F', 'Male', ''),
  exams: fc.array(
    fc.record({
      name: fc.constant('Scan'),
      isObstetric: fc.boolean(),
      isInvasive: fc.boolean(),
      machine: fc.option(fc.record({ name: fc.constant('US'), registrationNo: fc.constantFrom('', '7') }), {
        nil: undefined,
      }),
    }),
    { maxLength: 3 },
  ),
  consents: fc.subarray([consent('woman'), consent('doctor'), consent('invasive')]),
})

test('the form never blocks a scan that is not obstetric, nor a branch to which it does not apply', () => {
  fc.assert(
    fc.property(anyGround, (ground) => {
      const applies = ground.branch.pndt_applies && ground.exams.some(({ isObstetric }) => isObstetric)
      if (!applies) expect(formFMissing(ground)).toEqual([])
    }),
  )
})

test('a start without a woman, a registered machine or both signatures is never allowed if the form applies', () => {
  fc.assert(
    fc.property(anyGround, (ground) => {
      const parts = ground.consents.map(({ consent_form_id }) => consent_form_id)
      const isInvasive = ground.exams.some((exam) => exam.isObstetric && exam.isInvasive)
      const isWhole =
        ground.gender.startsWith('F') &&
        parts.includes(FORM_F_IDS.woman) &&
        parts.includes(FORM_F_IDS.doctor) &&
        (!isInvasive || parts.includes(FORM_F_IDS.invasive)) &&
        ground.branch.pndt_doctors !== '' &&
        ground.exams.every(({ isObstetric, machine }) => !isObstetric || machine?.registrationNo === '7')
      const applies = ground.branch.pndt_applies && ground.exams.some(({ isObstetric }) => isObstetric)
      expect(formFMissing(ground).length === 0).toBe(!applies || isWhole)
    }),
  )
})

test('its questions can be stored as a consent form, each id once', () => {
  const ids = FORM_F_PARTS.flatMap((part) => [FORM_F_IDS[part], ...formFQuestions(part).map(({ id }) => id)])
  expect(new Set(ids).size).toBe(ids.length)
  for (const part of FORM_F_PARTS) {
    expect(formFPartOf(FORM_F_IDS[part])).toBe(part)
    for (const question of formFQuestions(part)) {
      expect(brokenQuestionRules(question)).toEqual({})
      expect(settleQuestion(question)).toEqual(question)
      expect(question.ques.length).toBeLessThanOrEqual(1000)
      expect(question.ans_options.length).toBeLessThanOrEqual(4000)
    }
    expect(formFQuestions(part).some(isRequiredOfPatient)).toBe(true)
  }
})
