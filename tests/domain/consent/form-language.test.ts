import { expect, test } from 'vitest'
import { findLanguage, findSecondLanguage } from '#domain/consent/form-language.ts'

test('the language of a form is recognised by its letters or by its small words', () => {
  expect(findLanguage('क्या आपको किसी दवा या भोजन से एलर्जी है? * हाँ|नहीं')).toBe('hi')
  expect(findLanguage('هل لديك حساسية من أي دواء أو طعام؟ * نعم|لا')).toBe('ar')
  expect(findLanguage('Êtes-vous enceinte ou avez-vous un stimulateur cardiaque ?')).toBe('fr')
  expect(findLanguage('¿Tiene usted alguna alergia a los medicamentos? Sí|No')).toBe('es')
  expect(findLanguage('Lei è allergico a uno dei farmaci per il cuore? Sì|No')).toBe('it')
  expect(findLanguage('Você tem alergia a algum medicamento? Está grávida? Sim|Não')).toBe('pt')
})

test('a language without words of ours and a text that is too short give no language', () => {
  const others = [
    'तुम्हाला कोणत्याही औषधाची ॲलर्जी आहे का?',
    'کیا آپ کو کسی دوا سے الرجی ہے؟',
    'آیا به دارویی حساسیت دارید؟ بله|خیر',
    'Sind Sie schwanger oder haben Sie eine Allergie? Ja|Nein',
    'Bent u zwanger of heeft u een allergie? Ja|Nee',
    'Гинекология',
    'MRI',
    '',
  ]
  expect(others.map(findLanguage)).toEqual(others.map(() => undefined))
})

test('the second language of a form is that of its name, questions and answers together', () => {
  const question = (ques_slang: string, ans_options_slang = '') =>
    ({ ques_slang, ans_options_slang }) as never
  const form = (name_slang: string, ...questions: never[]) => ({ name: 'MRI', name_slang, questions })
  expect(findSecondLanguage(form('एमआरआई'))).toBe('hi')
  expect(
    findSecondLanguage(form('', question('¿Tiene usted alergia?'), question('', 'Sí, estoy de acuerdo'))),
  ).toBe('es')
  expect(findSecondLanguage(form('', question('', 'نعم|لا')))).toBe('ar')
  expect(findSecondLanguage(form(''))).toBeUndefined()
})

test('one small word alone may be chance, two are a language', () => {
  expect([findLanguage('vous'), findLanguage('vous êtes')]).toEqual([undefined, 'fr'])
})
