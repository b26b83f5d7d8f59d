import { expect, test } from 'vitest'
import { tagsOfLanguage } from '#domain/dictation/languages.ts'
import { isSentenceStart, spellMark, spellText } from '#domain/dictation/spell-text.ts'

/** [before the cursor, spoken, behind the cursor, written text] */
const CASES = [
  ['', 'the liver is normal', '', 'The liver is normal'],
  ['The liver', 'is normal', '', ' is normal'],
  ['The liver ', 'is normal', '', 'is normal'],
  ['Clear.', 'no effusion', '', ' No effusion'],
  ['Clear. ', 'no effusion', '', 'No effusion'],
  ['Clear?', 'no effusion', '', ' No effusion'],
  ['(see above.)', 'no effusion', '', ' No effusion'],
  // The engine writes a capital because the utterance began there.
  ['measures 6 mm', 'In the liver', '', ' in the liver'],
  ['measured by', 'Doppler', '', ' Doppler'],
  ['seen on', 'CT', '', ' CT'],
  ['', 'pH is low', '', 'pH is low'],
  // Punctuation and brackets.
  ['The liver', ', which is large', '', ', which is large'],
  ['nodule (', 'the larger', '', 'the larger'],
  ['T2/', 'FLAIR', '', 'FLAIR'],
  ['right-', 'sided', '', 'sided'],
  // Between words.
  ['The ', 'right', 'kidney', 'right '],
  ['The', 'right', ' kidney', ' right'],
  ['The kidney', 'is normal', '.', ' is normal'],
  // Lines and abbreviations.
  ['Clear.\n', 'the heart', '', 'The heart'],
  ['about 3.5', 'centimetres', '', ' centimetres'],
  ['approx.', 'six', '', ' six'],
  ['(e.g.', 'a cyst', '', ' a cyst'],
] as const

test.each(CASES)('behind "%s", "%s" before "%s" is written "%s"', (before, said, after, written) => {
  expect(spellText(said, { before, after }, 'en')).toBe(written)
})

test('each language has its own small words', () => {
  expect(spellText('Le foie', { before: 'dans', after: '' }, 'fr')).toBe(' le foie')
  expect(spellText('Le foie', { before: 'dans', after: '' }, 'en')).toBe(' Le foie')
})

test('a sentence begins at the start, on a new line and after its punctuation mark', () => {
  for (const before of ['', '  ', 'Clear.', 'Clear. ', 'Clear."', 'a\n', 'साफ हैं।'])
    expect(isSentenceStart(before)).toBe(true)
  for (const before of ['Clear', 'Clear,', '3.5', 'a.b', 'approx. '])
    expect(isSentenceStart(before)).toBe(false)
})

test('a punctuation mark joins the word before it, a bracket the word after it', () => {
  expect(spellMark('fullStop', { before: 'clear  ', after: '' }, 'en')).toEqual({
    text: '.',
    blanksBefore: 2,
  })
  expect(spellMark('bracketClose', { before: 'mm', after: '' }, 'en')).toEqual({ text: ')', blanksBefore: 0 })
  expect(spellMark('bracketOpen', { before: 'nodule', after: '' }, 'en')).toEqual({
    text: ' (',
    blanksBefore: 0,
  })
  expect(spellMark('bracketOpen', { before: '', after: '' }, 'en')).toEqual({ text: '(', blanksBefore: 0 })
  expect(spellMark('space', { before: 'a ', after: '' }, 'en')).toEqual({ text: ' ', blanksBefore: 0 })
})

test('a Hindi sentence ends with a danda, an English one within it with a full stop', () => {
  expect(spellMark('fullStop', { before: 'साफ हैं', after: '' }, 'hi').text).toBe('।')
  expect(spellMark('fullStop', { before: 'is clear', after: '' }, 'hi').text).toBe('.')
})

test('the spec’s spellings become language tags that a recogniser knows', () => {
  expect(tagsOfLanguage('en-UK')).toEqual(['en-GB'])
  expect(tagsOfLanguage('es-PA')).toContain('es-419')
})
