import { expect, test } from 'vitest'
import { NO_ANSWERS } from '#domain/consent/answers.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { draftProblems } from '#src/parts/consent-form/consent-draft.ts'
import { FORM_WORDS, failureWords, languageOf } from '#src/parts/consent-form/words.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import type { FormToFill } from '#src/sync/kiosk/kiosk-form.ts'

/** Returns every word of a language, including those with numbers. */
function spoken(words: object): string[] {
  return Object.entries(words).flatMap(([key, word]) => {
    if (typeof word === 'string') return [`${key}: ${word}`]
    if (typeof word === 'function') return [`${key}: ${String(word(3, 4))}`]
    return spoken(word as object).map((one) => `${key}.${one}`)
  })
}

const detail = (name_slang: string, ques_slang: string): FormToFill => ({
  form: {
    id: '01994000-0000-7000-8000-000000000001',
    name: 'Consent',
    name_slang,
    questions: [
      {
        id: '01994000-0000-7000-8000-000000000002',
        ques: 'Are you allergic? *',
        ques_slang,
        ans_type: 'Text',
        ans_options: '',
        ans_options_slang: '',
      },
    ],
    sha256: '',
    has_slang: true,
  },
  patient: { name: '', passport: '', gender: 'Male', mobile: '', dob: null },
  centre: { name: '', branch: '', visit_no: '', start_dt: '2026-11-22T05:00:00.000Z' },
  saved: null,
})

test('every language has all texts of English, and none of them is left in English', () => {
  const english = spoken(FORM_WORDS.en)
  // Words that are the same in two languages: Centre, No, NA, Menopausa and the like.
  const shared = /^(facts\.\w+|signing|questions|fastingAnswers\.\w+|lmpTypes\.\w+|signers\.Parent): /
  for (const [language, words] of Object.entries(FORM_WORDS)) {
    const own = spoken(words)
    expect(own.map((one) => one.split(':')[0])).toEqual(english.map((one) => one.split(':')[0]))
    expect(own.filter((one) => /: *$/.test(one))).toEqual([])
    if (language === 'en') continue
    expect(
      own.filter((one) => english.includes(one) && !shared.test(one)),
      language,
    ).toEqual([])
  }
})

test('rules are shown in the reader’s language, and in English if it has no words for them', () => {
  const arabic = detail('الموافقة على حقن الصبغة', 'هل لديك حساسية؟ *')
  const marathi = detail('संमती', 'तुम्हाला ॲलर्जी आहे का? *')
  const said = (form: FormToFill, language: 'en' | 'slang') => {
    const draft = { id: '', answers: { ...NO_ANSWERS, height: '7', language }, strokes: [] }
    return Object.values(draftProblems(draft, form, new Date()))
  }
  const { rules } = FORM_WORDS.ar
  expect(said(arabic, 'slang')).toEqual([rules.height(30, 250), rules.unanswered, rules.signature])
  expect(directionOf(rules.signature)).toBe('rtl')
  expect(said(arabic, 'en')).toContain('Signature required!')
  expect(languageOf(marathi, 'slang')).toBe('en')
  expect(said(marathi, 'slang')).toContain('This question must be answered.')
})

test('the reason for a refused form is shown in the reader’s language', () => {
  const over = new ApiError(422, { code: 'link_over', message: 'This link has expired.' })
  expect(failureWords(over, 'en')).toBe('This link has expired.')
  expect(failureWords(over, 'hi')).toBe(FORM_WORDS.hi.refusals.link_over)
  const unsigned = new ApiError(422, { code: 'signature_required', message: 'Signature required!' })
  expect(failureWords(unsigned, 'fr')).toBe(FORM_WORDS.fr.rules.signature)
  expect(failureWords(new OfflineError(), 'ar')).toBe(FORM_WORDS.ar.offline)
  expect(failureWords(new Error('disk'), 'pt')).toBe(`${FORM_WORDS.pt.refusals.other} (disk)`)
})
