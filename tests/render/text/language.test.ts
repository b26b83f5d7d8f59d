import { expect, test } from 'vitest'
import { languageOf } from '#render/text/language.ts'

test.each([
  ['Normal study.', 'hi-IN', 'en'],
  ['सामान्य', 'hi-IN', 'hi'],
  ['सामान्य', 'mr-IN', 'mr'],
  ['சாதாரண', 'hi-IN', 'ta'],
  ['Examen normal', 'es-ES', 'es'],
  ['漢字とかな', 'ja-JP', 'ja'],
  ['漢字', 'ko-KR', 'ko'],
  ['漢字', 'zh-TW', 'zh'],
  ['12 / 4', 'hi-IN', undefined],
])('%s under %s is written in %s', (text, locale, language) => {
  expect(languageOf(text, locale)).toBe(language)
})

test.each(['', 'en_IN', 'not a tag', '-'])('an invalid locale tag ("%s") has no effect', (locale) => {
  for (const text of ['Normal study.', 'சாதாரண', '']) expect(languageOf(text, locale)).toBe(languageOf(text))
})
