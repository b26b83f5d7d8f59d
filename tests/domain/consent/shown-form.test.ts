import { expect, test } from 'vitest'
import { SIGNER_NAME_MAX } from '#domain/consent/answers.ts'
import { consentLinkPath, consentParameters } from '#domain/consent/consent-link.ts'
import { evidenceText } from '#domain/consent/evidence-text.ts'
import {
  brokenQuestionRules,
  OPTIONS_MAX,
  optionsText,
  type QuestionText,
  settleQuestion,
} from '#domain/consent/question.ts'
import { directionOf } from '#domain/consent/right-to-left.ts'
import { formName, questionWords, shownOptions } from '#domain/consent/shown-question.ts'

test('the secret of a consent’s link is in its fragment and is read from there', () => {
  const url = new URL(`https://r.example${consentLinkPath('form', 'secret')}`)
  expect([url.pathname, url.search]).toEqual(['/consent-form', ''])
  const read = consentParameters(url)
  expect([read.get('id'), read.get('appt_id')]).toEqual(['form', 'secret'])
  expect(consentParameters({ hash: '#', search: '?id=old&appt_id=one' }).get('appt_id')).toBe('one')
  expect(consentParameters({ hash: '#a', search: '?b=1' }).has('b')).toBe(false)
})

test('the sealed text of a consent contains its facts, whatever their order', () => {
  const facts = { b: 1, a: ['x', undefined], c: undefined }
  expect(evidenceText(facts)).toBe('readroom-consent-1\n{"a":["x",null],"b":1}')
  expect(evidenceText({ a: ['x', null], b: 1 })).toBe(evidenceText(facts))
  expect(evidenceText({ ...facts, b: 2 })).not.toBe(evidenceText(facts))
})

test.each([
  ['Consent', 'ltr'],
  ['1. موافقة', 'rtl'],
  ['(א) yes', 'rtl'],
  ['42', 'ltr'],
  ['', 'ltr'],
] as const)('%j runs %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

const question = (change: Partial<QuestionText> = {}): QuestionText => ({
  ques: 'Are you well?',
  ques_slang: '',
  ans_type: 'Single',
  ans_options: 'Yes|No',
  ans_options_slang: '',
  ...change,
})
const options = (count: number) => Array.from({ length: count }, (_, at) => `${at}`).join('|')

test.each([
  ['is valid', {}, []],
  ['has no words', { ques: ' *' }, ['ques']],
  ['has no options', { ans_options: ' | ' }, ['ans_options']],
  ['needs none as a text', { ans_type: 'Text', ans_options: '' }, []],
  ['has thirty options', { ans_options: options(30) }, []],
  ['has one too many', { ans_options: options(31) }, ['ans_options']],
  ['has an option twice', { ans_options: 'Yes|yes' }, ['ans_options']],
  ['has one option in the other language', { ans_options_slang: 'हाँ' }, ['ans_options_slang']],
  ['has both', { ans_options_slang: 'हाँ|नहीं' }, []],
] as const)('a question that %s', (_, change, broken) => {
  expect(Object.keys(brokenQuestionRules(question(change)))).toEqual(broken)
})

test('a text answer is stored without options, a choice with tidy ones', () => {
  const typed = { ques: ' How? ', ans_options: ' a | |b ', ans_options_slang: 'x|y' }
  expect(settleQuestion(question({ ...typed, ans_type: 'Text' }))).toMatchObject({
    ques: 'How?',
    ans_options: '',
    ans_options_slang: '',
  })
  expect(settleQuestion(question(typed))).toMatchObject({ ans_options: 'a|b', ans_options_slang: 'x|y' })
  expect(optionsText(['a|b', ' c '])).toBe('a b|c')
})

test('a text without a translation is shown in English', () => {
  const both = { name: 'MRI', name_slang: 'एमआरआई' }
  expect(formName(both, 'slang')).toBe('एमआरआई')
  expect(formName(both, 'en')).toBe('MRI')
  expect(formName({ ...both, name_slang: ' ' }, 'slang')).toBe('MRI')
  const asked = question({ ques_slang: 'क्या आप ठीक हैं? *', ans_options_slang: 'हाँ|नहीं' })
  expect(questionWords(asked, 'slang')).toBe('क्या आप ठीक हैं?')
  expect(questionWords(question(), 'slang')).toBe('Are you well?')
  expect(shownOptions(asked, 'slang')).toEqual([
    { value: 'Yes', label: 'हाँ' },
    { value: 'No', label: 'नहीं' },
  ])
  expect(shownOptions({ ...asked, ans_options_slang: 'हाँ' }, 'slang').map(({ label }) => label)).toEqual([
    'Yes',
    'No',
  ])
})

test('the lengths are those that the form allows', () => {
  expect([OPTIONS_MAX, SIGNER_NAME_MAX]).toEqual([30, 120])
})
