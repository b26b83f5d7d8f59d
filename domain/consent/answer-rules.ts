import { formFPartOf } from '../pndt/form-f.ts'
import { formFProblems, signersOf } from '../pndt/form-f-answers.ts'
import type { FormFRuleWords } from '../pndt/form-f-rule-words.ts'
import { asksLmp, asksLmpDate, type ConsentAnswers, type QuestionAnswer, signsForOther } from './answers.ts'
import { isRequiredOfPatient, optionsOf, type QuestionText } from './question.ts'
import { isRealSignature, type Stroke } from './real-signature.ts'
import { CONSENT_RULE_WORDS, type ConsentRuleWords } from './rule-words.ts'

/** A question of the form with its id. */
export interface AskedQuestion extends QuestionText {
  id: string
}

/** The form, and the facts about the patient and the moment that its rules check. */
export interface Asked {
  questions: readonly AskedQuestion[]
  gender: string
  /** An earlier consent of the form is in force for the visit, so it is not signed again. */
  hasEarlier: boolean
  /** The latest day (YYYY-MM-DD) on which a last period can have begun. */
  today: string
  /** The form to sign: Form F has rules of its own. Absent: any other form. */
  formId?: string | undefined
  /** The doctors who may sign Form F; absent if unknown. */
  doctors?: readonly string[] | undefined
  /** The words of Form F's own rules in the reader's language; absent: English. */
  formFWords?: FormFRuleWords | undefined
}

/** The rule that each field breaks; a question's field is `ques_ans.<id>`, the signature's `strokes`. */
export type ConsentProblems = Record<string, string>

/** The field of a question's answer. */
export const questionField = (id: string): string => `ques_ans.${id}`

const HEIGHT_CM = { least: 30, most: 250 } as const
const WEIGHT_KG = { least: 0.5, most: 500 } as const
export const TEXT_ANSWER_MAX = 4_000
/** A number as people type it, with a decimal point or comma. */
const FIGURE = /^\d{1,3}([.,]\d{1,2})?$/

/**
 * What is wrong with a filled form, by field; empty if it may be signed. The page and the server use the same rules
 * (docs/visits.md#consent). `answers` come from settleAnswers; `words` are in the reader's language.
 */
export function consentProblems(
  answers: ConsentAnswers,
  strokes: readonly Stroke[],
  asked: Asked,
  words: ConsentRuleWords = CONSENT_RULE_WORDS,
): ConsentProblems {
  const problems: ConsentProblems = {}
  const note = (field: string, problem: string | undefined) => {
    if (problem !== undefined) problems[field] = problem
  }
  note('height', figureProblem(answers.height, HEIGHT_CM, words.height))
  note('weight', figureProblem(answers.weight, WEIGHT_KG, words.weight))
  note('lmp_date', lmpDateProblem(answers, asked, words))
  for (const question of asked.questions)
    note(questionField(question.id), answerProblem(question, answers.ques_ans[question.id], words))
  const known = new Set(asked.questions.map(({ id }) => id))
  for (const id of Object.keys(answers.ques_ans))
    if (!known.has(id)) note(questionField(id), words.unknownQuestion)
  note('strokes', signatureProblem(strokes, asked, words))
  const { formId = '' } = asked
  const isSigner = answers.sign_by !== '' && signersOf(formId).includes(answers.sign_by)
  if (!isSigner && (strokes.length > 0 || answers.sign_by !== '')) note('sign_by', words.signer)
  for (const [name, problem] of Object.entries(
    formFProblems(formId, answers, asked.doctors, asked.formFWords),
  ))
    problems[name] ??= problem
  return problems
}

function figureProblem(
  text: string,
  { least, most }: { least: number; most: number },
  words: ConsentRuleWords['height'],
): string | undefined {
  if (text === '') return undefined
  const value = FIGURE.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return value >= least && value <= most ? undefined : words(least, most)
}

function lmpDateProblem(
  { lmp_type, lmp_date }: ConsentAnswers,
  { today }: Asked,
  words: ConsentRuleWords,
): string | undefined {
  if (!asksLmpDate(lmp_type)) return undefined
  if (lmp_date === null) return words.lmpDateMissing
  return lmp_date > today ? words.lmpDateInFuture : undefined
}

function signatureProblem(
  strokes: readonly Stroke[],
  { hasEarlier, formId = '' }: Asked,
  words: ConsentRuleWords,
): string | undefined {
  // Drawn strokes must be a signature even if none was required, because they become part of the record.
  if (strokes.length === 0 && hasEarlier && formFPartOf(formId) === undefined) return undefined
  return isRealSignature(strokes) ? undefined : words.signature
}

/** Why an answer does not fit its question; undefined if it does. */
export function answerProblem(
  question: AskedQuestion,
  answer: QuestionAnswer | undefined,
  words: ConsentRuleWords = CONSENT_RULE_WORDS,
): string | undefined {
  const given = answer === undefined ? [] : [answer].flat()
  if (given.every((one) => one.trim() === ''))
    return isRequiredOfPatient(question) ? words.unanswered : undefined
  if (question.ans_type === 'Text') return textProblem(answer, words)
  const options = optionsOf(question.ans_options)
  if (given.some((one) => !options.includes(one))) return words.notAnOption
  if (question.ans_type === 'Single' && given.length > 1) return words.oneOnly
  return new Set(given).size < given.length ? words.twice : undefined
}

function textProblem(answer: QuestionAnswer | undefined, words: ConsentRuleWords): string | undefined {
  if (typeof answer !== 'string') return words.notWords
  return answer.length > TEXT_ANSWER_MAX ? words.tooLong(TEXT_ANSWER_MAX) : undefined
}

/**
 * Returns the answers as stored: without fields that do not apply to this patient, and trimmed. Answers to questions
 * that were asked are never removed.
 */
export function settleAnswers(answers: ConsentAnswers, { gender }: Pick<Asked, 'gender'>): ConsentAnswers {
  const lmp_type = asksLmp(gender) ? answers.lmp_type : ''
  return {
    ...answers,
    height: answers.height.trim(),
    weight: answers.weight.trim(),
    lmp_type,
    lmp_date: asksLmpDate(lmp_type) ? answers.lmp_date : null,
    ques_ans: Object.fromEntries(Object.entries(answers.ques_ans).flatMap(settleAnswer)),
    signer_name: signsForOther(answers.sign_by) ? (answers.signer_name ?? '').trim() : '',
  }
}

function settleAnswer([id, answer]: [string, QuestionAnswer]): [string, QuestionAnswer][] {
  if (typeof answer === 'string') return answer.trim() === '' ? [] : [[id, answer.trim()]]
  return answer.length === 0 ? [] : [[id, answer]]
}
