import { expect, test } from 'vitest'
import { NO_ANSWERS } from '#domain/consent/answers.ts'
import { findLanguage } from '#domain/consent/form-language.ts'
import { brokenQuestionRules, isRequiredOfPatient, optionsOf } from '#domain/consent/question.ts'
import {
  FIELD,
  FORM_F_IDS,
  FORM_F_PARTS,
  FORM_F_SLANG_NAMES,
  formFQuestionId,
  formFQuestions,
  neededFields,
} from '#domain/pndt/form-f.ts'
import { formFProblems } from '#domain/pndt/form-f-answers.ts'
import { FORM_F_RULE_WORDS } from '#domain/pndt/form-f-rule-words.ts'

test('the woman’s part is complete in Hindi: each question, each option, the star of required answers', () => {
  const questions = formFQuestions('woman')
  expect(findLanguage(FORM_F_SLANG_NAMES.woman)).toBe('hi')
  for (const question of questions) {
    expect(findLanguage(question.ques_slang), question.ques).toBe('hi')
    expect(optionsOf(question.ans_options_slang)).toHaveLength(optionsOf(question.ans_options).length)
    expect(isRequiredOfPatient({ ques: question.ques_slang })).toBe(isRequiredOfPatient(question))
    // Both languages contain the numbers of the form.
    expect(question.ques_slang.match(/\([A-D][^)]*\)/)?.[0]).toBe(question.ques.match(/\([A-D][^)]*\)/)?.[0])
  }
})

test('every field is a question of one part, and no question breaks a rule of consent forms', () => {
  const asked = FORM_F_PARTS.flatMap(formFQuestions)
  const ids = asked.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(Object.values(FIELD).map(formFQuestionId).toSorted())
  for (const question of asked) expect(brokenQuestionRules(question)).toEqual({})
})

test('an option that requires a specification belongs to the options of its field', () => {
  for (const part of FORM_F_PARTS)
    for (const { no, options, field } of neededFields(part)) {
      const question = formFQuestions(part).find(({ id }) => id === formFQuestionId(no))
      expect(optionsOf(question?.ans_options ?? '')).toEqual(expect.arrayContaining([...options]))
      for (const option of options) {
        const chosen = { ...NO_ANSWERS, ques_ans: { [formFQuestionId(no)]: [option] } }
        expect(Object.keys(formFProblems(FORM_F_IDS[part], chosen, undefined))).toEqual([
          `ques_ans.${formFQuestionId(field)}`,
        ])
      }
    }
})

test('the rules of the form have Hindi texts too', () => {
  const witness = { ...NO_ANSWERS, sign_by: 'Witness' } as const
  const { hi } = FORM_F_RULE_WORDS
  expect(Object.values(formFProblems(FORM_F_IDS.woman, witness, undefined, hi))).toEqual([
    hi.weeks,
    hi.identified,
    hi.witness,
  ])
  for (const word of Object.values(hi)) expect(findLanguage(word)).toBe('hi')
})
