import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Asked,
  type AskedQuestion,
  consentProblems,
  settleAnswers,
} from '#domain/consent/answer-rules.ts'
import { type ConsentAnswers, NO_ANSWERS } from '#domain/consent/answers.ts'
import { CONSENT_RULE_WORDS } from '#domain/consent/rule-words.ts'

const question = (id: string, part: Partial<AskedQuestion>): AskedQuestion => ({
  id,
  ques: 'A question',
  ques_slang: '',
  ans_type: 'Text',
  ans_options: '',
  ans_options_slang: '',
  ...part,
})

const QUESTIONS = [
  question('pace', { ques: 'A pacemaker? *', ans_type: 'Single', ans_options: 'Yes|No' }),
  question('metal', { ans_type: 'Multiple', ans_options: 'Clips|Tattoo|None' }),
  question('past', { ques: 'Earlier operations' }),
]
const ASKED: Asked = { questions: QUESTIONS, gender: 'Female', hasEarlier: false, today: '2026-11-21' }
const SIGNATURE = [{ points: Array.from({ length: 12 }, (_, at) => ({ x: at * 9, y: 20 + (at % 3) })) }]
const GIVEN: ConsentAnswers = { ...NO_ANSWERS, sign_by: 'Self', ques_ans: { pace: 'No' } }

const problems = (part: Partial<ConsentAnswers>, asked: Partial<Asked> = {}, strokes = SIGNATURE) =>
  consentProblems({ ...GIVEN, ...part }, strokes, { ...ASKED, ...asked })

test('a form with its required answers and a signature may be signed', () => {
  expect(problems({})).toEqual({})
})

test('a question that ends in * must be answered; other questions are optional', () => {
  expect(problems({ ques_ans: {} })).toEqual({ 'ques_ans.pace': 'This question must be answered.' })
  expect(problems({ ques_ans: { pace: ' ' } })).toEqual({
    'ques_ans.pace': 'This question must be answered.',
  })
})

test.each([
  ['pace', 'Perhaps', 'Choose one of the answers.'],
  ['pace', ['Yes', 'No'], 'Choose one answer only.'],
  ['metal', ['Clips', 'Gold'], 'Choose one of the answers.'],
  ['metal', ['Clips', 'Clips'], 'An answer is given twice.'],
  ['past', ['Knee'], 'Answer in words.'],
  ['past', 'x'.repeat(4001), 'An answer has at most 4000 characters.'],
  ['alien', 'Yes', 'This question is not on the form.'],
])('an answer that does not fit its question is named: %s %s', (id, answer, words) => {
  expect(problems({ ques_ans: { pace: 'Yes', [id]: answer } })).toEqual({ [`ques_ans.${id}`]: words })
})

test.each([
  ['height', '172', true],
  ['height', '172,5', true],
  ['height', '17', false],
  ['height', '300', false],
  ['height', 'tall', false],
  ['weight', '3.2', true],
  ['weight', '501', false],
  ['weight', '-5', false],
])('%s %s is plausible: %s', (field, value, isFine) => {
  expect(Object.keys(problems({ [field]: value }))).toEqual(isFine ? [] : [field])
})

test('the LMP date is asked only for the type LMP Date, and is not in the future', () => {
  expect(problems({ lmp_type: 'LMP Date' })).toEqual({ lmp_date: 'Enter the LMP date.' })
  expect(problems({ lmp_type: 'LMP Date', lmp_date: '2026-11-22' })).toEqual({
    lmp_date: 'The LMP date cannot be in the future.',
  })
  expect(problems({ lmp_type: 'LMP Date', lmp_date: '2026-11-21' })).toEqual({})
  expect(problems({ lmp_type: 'Menopause' })).toEqual({})
})

test('an answer to a question for women is removed for other patients', () => {
  const typed: ConsentAnswers = { ...GIVEN, lmp_type: 'LMP Date', lmp_date: '2026-11-01' }
  expect(settleAnswers(typed, { gender: 'Male' })).toMatchObject({ lmp_type: '', lmp_date: null })
  expect(settleAnswers(typed, { gender: 'Female' })).toMatchObject({ lmp_date: '2026-11-01' })
  expect(settleAnswers({ ...typed, lmp_type: 'NA' }, { gender: 'Female' }).lmp_date).toBeNull()
})

test('a signature is required until a consent is given; a dot never counts as one', () => {
  const dot = [{ points: [{ x: 1, y: 1 }] }]
  expect(problems({}, {}, [])).toEqual({ strokes: CONSENT_RULE_WORDS.signature })
  expect(problems({}, {}, dot)).toEqual({ strokes: CONSENT_RULE_WORDS.signature })
  expect(problems({}, { hasEarlier: true }, [])).toEqual({})
  expect(problems({}, { hasEarlier: true }, dot)).toEqual({ strokes: CONSENT_RULE_WORDS.signature })
  expect(problems({ sign_by: '' })).toEqual({ sign_by: 'Say who signs.' })
})

test('the name of the signer is kept only if the signer is not the patient', () => {
  expect(settleAnswers({ ...GIVEN, signer_name: ' Meera ' }, ASKED).signer_name).toBe('')
  expect(settleAnswers({ ...GIVEN, sign_by: 'Parent', signer_name: ' Meera ' }, ASKED).signer_name).toBe(
    'Meera',
  )
})

test('settling an answer twice equals settling it once, and no filled answer is lost', () => {
  const answer = fc.oneof(fc.string(), fc.array(fc.string()))
  const answers = fc.dictionary(fc.string(), answer)
  fc.assert(
    fc.property(answers, fc.constantFrom('Male', 'Female', ''), (ques_ans, gender) => {
      const once = settleAnswers({ ...GIVEN, ques_ans }, { gender })
      expect(settleAnswers(once, { gender })).toEqual(once)
      const filled = Object.entries(ques_ans).filter(([, one]) =>
        typeof one === 'string' ? one.trim() !== '' : one.length > 0,
      )
      expect(Object.keys(once.ques_ans).sort()).toEqual(filled.map(([id]) => id).sort())
    }),
  )
})
