import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blindPoint, blindReport } from '#domain/peer/blind-text.ts'

const NAMES = ['Dr. Anjali Mehta', 'RAO^MEERA', 'Dr. Peter White']

test.each([
  ['<p>Read by Dr. Anjali Mehta.</p>', '<p>Read by [name].</p>'],
  ['<p>Discussed with dr mehta and ANJALI MEHTA</p>', '<p>Discussed with [name] and [name]</p>'],
  ['<p>White matter lesions, Dr White.</p>', '<p>White matter lesions, [name].</p>'],
  ['<p>Meera Rao and RAO MEERA; Raoul stays</p>', '<p>[name] and [name]; Raoul stays</p>'],
  ['<p dir="Mehta">Mehtas sign</p>', '<p dir="Mehta">Mehtas sign</p>'],
])('%s is shown as %s', (markup, blind) => expect(blindReport(markup, NAMES)).toBe(blind))

test('a learning point also loses single words of the names, if they are capitalised', () => {
  expect(blindPoint('Meera Rao was read by Mehta; white matter was not looked at', NAMES)).toBe(
    '[name] was read by [name]; white matter was not looked at',
  )
})

test('the whole name of any person is removed and other words stay', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{3,8}$/)
  fc.assert(
    fc.property(word, word, (first, last) => {
      fc.pre(!['Seen', 'Nodule', 'With'].includes(first) && !['Seen', 'Nodule', 'With'].includes(last))
      const blind = blindReport(`<p>Nodule seen with ${first} ${last}.</p>`, [`Dr. ${first} ${last}`])
      expect(blind).toBe('<p>Nodule seen with [name].</p>')
    }),
  )
})

test('without names, or with regular-expression characters in them, the text stays complete', () => {
  expect(blindReport('<p>a.b</p>', [])).toBe('<p>a.b</p>')
  expect(blindReport('<p>axb (c)</p>', ['a.b', '', '(c'])).toBe('<p>axb (c)</p>')
})

test.each([
  ['AL-RASHID^OMAR', 'Omar Al-Rashid'],
  ['UNKNOWN-2811', 'UNKNOWN-2811'],
  ['Dr. Peter Smith-Jones', 'Dr. Smith-Jones'],
])('%s has a hyphen, and is left out as %s', (name, written) => {
  expect(blindReport(`<p>Compared for ${written}.</p>`, [name])).not.toContain(written)
  expect(blindPoint(`Compared for ${written}.`, [name])).not.toContain(written)
})

test('a name of three letters is a name, and a shorter word may be any word', () => {
  expect(blindReport('<p>Read by Roy.</p>', ['Roy'])).toBe('<p>Read by [name].</p>')
  expect(blindReport('<p>The Rao sign, Dr Rao</p>', ['Dr Rao'])).toBe('<p>The Rao sign, [name]</p>')
  expect(blindPoint('Mr Li saw it, Wei too', ['Mr Wei Li'])).toBe('Mr Li saw it, [name] too')
  expect(blindPoint('Prof Kumar was told', ['Prof Rao'])).toBe('Prof Kumar was told')
})

test('of two names of which one begins the other, the longer is removed whole', () => {
  expect(blindReport('<p>Asha Rao wrote</p>', ['Asha', 'Asha Rao'])).toBe('<p>[name] wrote</p>')
})
