import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import {
  FIELD,
  FORM_F_IDS,
  FORM_F_NAMES,
  FORM_F_SLANG_NAMES,
  type FormFPart,
  formFQuestionId,
  formFQuestions,
} from '#domain/pndt/form-f.ts'
import { FORM_F_RULE_WORDS } from '#domain/pndt/form-f-rule-words.ts'
import { ConsentForm } from '#src/parts/consent-form/ConsentForm.tsx'
import { openDraft } from '#src/parts/consent-form/consent-draft.ts'
import { FORM_WORDS } from '#src/parts/consent-form/words.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const STROKES = [
  { points: Array.from({ length: 14 }, (_, at) => ({ x: 20 + at * 9, y: 60 + (at % 4) * 6 })) },
]
vi.mock('signature_pad', () => ({
  default: class {
    addEventListener = () => undefined
    removeEventListener = () => undefined
    on = () => undefined
    off = () => undefined
    clear = () => undefined
    fromData = () => undefined
    toData = () => []
  },
}))
afterEach(cleanup)

const WORDS = FORM_WORDS.en

function open(part: FormFPart, filledAhead: Record<string, string | string[]> = {}) {
  const detail = {
    form: {
      id: FORM_F_IDS[part],
      name: FORM_F_NAMES[part],
      name_slang: FORM_F_SLANG_NAMES[part],
      questions: formFQuestions(part),
      sha256: 'a'.repeat(64),
      has_slang: FORM_F_SLANG_NAMES[part] !== '',
    },
    patient: { name: 'Sunita Rao', passport: '', gender: 'Female', mobile: '', dob: '1999-01-02' },
    centre: { name: 'C', branch: 'B', visit_no: 'V1', start_dt: '2026-11-21T05:00:00.000Z' },
    saved: null,
    doctors: ['Dr Anjali Mehta, MMC 12345', 'Dr Ravi Iyer, MMC 777'],
    filledAhead,
  }
  const initial = { ...openDraft('019a0000-0000-7000-8000-0000000000d1', detail), strokes: STROKES }
  const onSubmit = vi.fn(async () => undefined)
  renderInApp(<ConsentForm detail={detail} initial={initial} onSubmit={onSubmit} />)
  return onSubmit
}
const send = () => userEvent.click(screen.getByRole('button', { name: WORDS.submit }))
const signers = () =>
  within(screen.getByRole('radiogroup', { name: WORDS.signBy }))
    .getAllByRole('radio')
    .map((radio) => (radio as HTMLInputElement).value)

test('the woman’s part asks only for the last period among our questions, and she or a witness signs it', async () => {
  const onSubmit = open('woman', { [formFQuestionId(FIELD.address)]: '12 Hill Road' })
  expect(screen.queryByText(WORDS.health)).toBeNull()
  expect(screen.getByText(WORDS.lmp)).toBeTruthy()
  expect(signers()).toEqual(['Self', 'Witness'])
  expect(screen.getByDisplayValue('12 Hill Road')).toBeTruthy()
  await send()
  expect(onSubmit).not.toHaveBeenCalled()
  // Age, children, relative and declaration, and the beginning of the pregnancy.
  expect(screen.getByText('Enter the LMP date above, or the weeks of pregnancy.')).toBeTruthy()
  expect(screen.getByText('6 fields need another look.')).toBeTruthy()
})

test('a thumb impression requires the name of a witness and the person who identifies the woman', async () => {
  open('woman')
  await userEvent.click(screen.getByRole('radio', { name: WORDS.signers.Witness }))
  await send()
  expect(screen.getByText('Enter the name of the witness.')).toBeTruthy()
  expect(screen.getByText('Say who identifies the woman.')).toBeTruthy()
})

test('the woman reads her part and its rules in Hindi, and her declaration is stored with the language', async () => {
  const onSubmit = open('woman')
  await userEvent.click(screen.getByRole('radio', { name: /हिन्दी/ }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(FORM_F_SLANG_NAMES.woman)
  expect(screen.getByText(/भ्रूण का लिंग नहीं जानना चाहती/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: FORM_WORDS.hi.submit }))
  expect(screen.getByText(FORM_F_RULE_WORDS.hi.weeks)).toBeTruthy()
  for (const [label, text] of [
    [/^आयु/, '27'],
    [/^जीवित पुत्रों/, '0'],
    [/^जीवित पुत्रियों/, '1'],
    [/^पति या पिता/, 'राकेश'],
    [/^पूरा डाक पता/, 'मुंबई'],
    [/^गर्भ के सप्ताह/, '20'],
  ] as const)
    await userEvent.type(screen.getByLabelText(label), text)
  await userEvent.click(screen.getByRole('radio', { name: 'मैं यह घोषणा करती हूँ' }))
  await userEvent.click(screen.getByRole('button', { name: FORM_WORDS.hi.submit }))
  expect(onSubmit).toHaveBeenCalledWith(
    expect.objectContaining({
      answers: expect.objectContaining({
        language: 'slang',
        ques_ans: expect.objectContaining({ [formFQuestionId(FIELD.womanDeclares)]: 'I declare this' }),
      }),
    }),
  )
})

test('the doctor’s part is signed by a doctor of the registration', async () => {
  const onSubmit = open('doctor', {
    [formFQuestionId(FIELD.referral)]: 'Doctor or Genetic Counselling Centre',
    [formFQuestionId(FIELD.referrer)]: 'Dr Sheth',
    [formFQuestionId(FIELD.indications)]: ['v. Vaginal bleeding/leaking'],
    [formFQuestionId(FIELD.procedures)]: ['Ultrasound'],
    [formFQuestionId(FIELD.declaredOn)]: '21 Nov 2026',
    [formFQuestionId(FIELD.procedureOn)]: '21 Nov 2026',
    [formFQuestionId(FIELD.doctorDeclares)]: 'I declare this',
  })
  expect(screen.queryByText(WORDS.lmp)).toBeNull()
  expect(signers()).toEqual(['Doctor'])
  await send()
  expect(screen.getByText('Choose the doctor who signs.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Dr Ravi Iyer, MMC 777' }))
  await send()
  expect(onSubmit).toHaveBeenCalledWith(
    expect.objectContaining({
      answers: expect.objectContaining({ sign_by: 'Doctor', signer_name: 'Dr Ravi Iyer, MMC 777' }),
    }),
  )
})
