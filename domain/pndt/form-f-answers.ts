import type { ConsentAnswers, ConsentSigner } from '../consent/answers.ts'
import { USUAL_SIGNERS } from '../consent/answers.ts'
import {
  FIELD,
  type FormFPart,
  formFPartOf,
  formFQuestionId,
  OTHER_PROCEDURE,
  SELF_REFERRED,
} from './form-f.ts'

const SIGNERS: Readonly<Record<FormFPart, readonly ConsentSigner[]>> = {
  woman: ['Self', 'Witness'],
  doctor: ['Doctor'],
  result: ['Doctor'],
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
): Record<string, string> {
  const part = formFPartOf(formId)
  if (part === undefined) return {}
  return { ...PROBLEMS[part](answers), ...signerProblem(answers, doctors) }
}

const PROBLEMS: Readonly<Record<FormFPart, (answers: ConsentAnswers) => Record<string, string>>> = {
  woman: (answers) => ({
    ...(answers.lmp_date === null &&
      textOf(answers, FIELD.weeks) === '' && {
        [field(FIELD.weeks)]: 'Enter the LMP date above, or the weeks of pregnancy.',
      }),
    ...(answers.sign_by === 'Witness' &&
      textOf(answers, FIELD.identified) === '' && {
        [field(FIELD.identified)]: 'Say who identifies the woman.',
      }),
  }),
  doctor: (answers) => {
    const isSelf = holds(answers, FIELD.referral, SELF_REFERRED)
    return {
      ...(!isSelf &&
        textOf(answers, FIELD.referrer) === '' && { [field(FIELD.referrer)]: 'Enter who referred her.' }),
      ...(isSelf &&
        textOf(answers, FIELD.selfReasons) === '' && {
          [field(FIELD.selfReasons)]: 'Enter the indications and reasons.',
        }),
      ...(holds(answers, FIELD.procedures, OTHER_PROCEDURE) &&
        textOf(answers, FIELD.otherProcedure) === '' && {
          [field(FIELD.otherProcedure)]: 'Say which procedure.',
        }),
    }
  },
  result: () => ({}),
}

function signerProblem(
  { sign_by, signer_name = '' }: ConsentAnswers,
  doctors: readonly string[] | undefined,
): Record<string, string> {
  const name = signer_name.trim()
  if (sign_by === 'Witness' && name === '') return { signer_name: 'Enter the name of the witness.' }
  if (sign_by !== 'Doctor') return {}
  if (name === '') return { signer_name: 'Choose the doctor who signs.' }
  return doctors && !doctors.includes(name)
    ? { signer_name: 'This doctor is not on the PC-PNDT registration of the branch.' }
    : {}
}
