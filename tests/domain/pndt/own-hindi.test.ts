import { expect, test } from 'vitest'
import { FORM_F_IDS, FORM_F_SLANG_NAMES, type FormFPart, formFQuestions } from '#domain/pndt/form-f.ts'
import { isOwnHindi } from '#domain/pndt/own-hindi.ts'

const PARTS = (Object.keys(FORM_F_IDS) as FormFPart[]).filter((part) => FORM_F_SLANG_NAMES[part] !== '')

const formOf = (part: FormFPart) => ({
  id: FORM_F_IDS[part],
  name: 'Form F',
  name_slang: FORM_F_SLANG_NAMES[part],
  questions: formFQuestions(part),
})

test('a part of Form F in the words of the data file has its Hindi', () => {
  expect(PARTS.length).toBeGreaterThan(0)
  for (const part of PARTS) expect(isOwnHindi(formOf(part) as never), part).toBe(true)
})

test('one other word, one question less, or another form is written by somebody else', () => {
  for (const part of PARTS) {
    const form = formOf(part)
    const [first, ...rest] = form.questions
    const others = [
      { ...form, id: 'another form' },
      { ...form, name_slang: `${form.name_slang} ` },
      { ...form, name_slang: '' },
      { ...form, questions: rest },
      { ...form, questions: [...form.questions, first] },
      { ...form, questions: [{ ...first, ques_slang: 'x' }, ...rest] },
      { ...form, questions: [{ ...first, ans_options_slang: 'x' }, ...rest] },
    ]
    expect(others.map((other) => isOwnHindi(other as never))).toEqual(others.map(() => false))
  }
})

test('a part without a second language has none, though its form names none either', () => {
  for (const part of Object.keys(FORM_F_IDS) as FormFPart[])
    if (!PARTS.includes(part)) expect(isOwnHindi(formOf(part) as never), part).toBe(false)
})
