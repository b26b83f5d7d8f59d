import type { ConsentAnswers, ConsentSigner } from '../consent/answers.ts'
import { USUAL_SIGNERS } from '../consent/answers.ts'
import { FIELD, type FormFPart, formFPartOf, formFQuestionId, neededFields } from './form-f.ts'
import { FORM_F_RULE_WORDS, type FormFRuleWords } from './form-f-rule-words.ts'

const SIGNERS: Readonly<Record<FormFPart, readonly ConsentSigner[]>> = {
  woman: ['Self', 'Witness'],
  doctor: ['Doctor'],
  result: ['Doctor'],
  invasive: ['Doctor'],
  invasiveResult: ['Doctor'],
}

/** Who may sign a form: nobody signs Form F in the place of the woman or the doctor. */
export function signersOf(formId: string): readonly ConsentSigner[] {
  const part = formFPartOf(formId)
  return part ? SIGNERS[part] : USUAL_SIGNERS
}

const field = (no: number) => `ques_ans.${formFQuestionId(no)}`
const textOf = (answers: ConsentAnswers, no: number) =>
  [answers.ques_ans[formFQuestionId(no)] ?? ''].flat().join(' ').trim()
const holds = (answers: ConsentAnswers, no: number, option: string) =>
  [answers.ques_ans[formFQuestionId(no)] ?? []].flat().includes(option)

/** What is missing of a part beside its questions with a star, by field; nothing of any other form. */
export function formFProblems(
  formId: string,
  answers: ConsentAnswers,
  doctors: readonly string[] | undefined,
  words: FormFRuleWords = FORM_F_RULE_WORDS.en,
): Record<string, string> {
  const part = formFPartOf(formId)
  if (part === undefined) return {}
  const asked = part === 'woman' ? womanProblems(answers, words) : neededProblems(answers, words, part)
  return { ...Object.fromEntries(asked), ...signerProblem(answers, doctors, words) }
}

function neededProblems(answers: ConsentAnswers, words: FormFRuleWords, part: FormFPart) {
  return neededFields(part)
    .filter(({ no, options }) => options.some((option) => holds(answers, no, option)))
    .filter(({ field: no }) => textOf(answers, no) === '')
    .map(({ field: no, rule }): [string, string] => [field(no), words[rule]])
}

function womanProblems(answers: ConsentAnswers, words: FormFRuleWords): [string, string][] {
  const problems: [string, string][] = []
  if (answers.lmp_date === null && textOf(answers, FIELD.weeks) === '')
    problems.push([field(FIELD.weeks), words.weeks])
  if (answers.sign_by === 'Witness' && textOf(answers, FIELD.identified) === '')
    problems.push([field(FIELD.identified), words.identified])
  return problems
}

function signerProblem(
  { sign_by, signer_name = '' }: ConsentAnswers,
  doctors: readonly string[] | undefined,
  words: FormFRuleWords,
): Record<string, string> {
  const name = signer_name.trim()
  if (sign_by === 'Witness' && name === '') return { signer_name: words.witness }
  if (sign_by !== 'Doctor') return {}
  if (name === '') return { signer_name: words.doctor }
  return doctors && !doctors.includes(name) ? { signer_name: words.doctorUnknown } : {}
}
