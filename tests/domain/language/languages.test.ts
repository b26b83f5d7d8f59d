import { expect, test } from 'vitest'
import { findOurLanguage, LANGUAGE_FACTS, LANGUAGES, languageOf } from '#domain/language/languages.ts'

test.each([
  ['ar', 'hi', 'ar'],
  ['en', 'hi', 'en'],
  [null, 'hi', 'hi'],
  [undefined, 'ar', 'ar'],
  ['', 'ar', 'ar'],
  [null, null, 'en'],
  [undefined, undefined, 'en'],
  ['fr', 'hi', 'hi'],
  [null, 'fr', 'en'],
])('a patient with %s at a branch with %s is addressed in %s', (patient, branch, language) => {
  expect(languageOf(patient, branch)).toBe(language)
})

test('a tag of a region is read as its language, and an unknown one as none', () => {
  expect(findOurLanguage('ar-KW')).toBe('ar')
  expect(findOurLanguage('HI-in')).toBe('hi')
  expect(findOurLanguage('arz')).toBeUndefined()
  expect(findOurLanguage(null)).toBeUndefined()
})

test('Arabic alone runs from the right, and each language has a name of its own', () => {
  expect(LANGUAGES.filter((language) => LANGUAGE_FACTS[language].dir === 'rtl')).toEqual(['ar'])
  expect(new Set(LANGUAGES.map((language) => LANGUAGE_FACTS[language].name)).size).toBe(LANGUAGES.length)
})
