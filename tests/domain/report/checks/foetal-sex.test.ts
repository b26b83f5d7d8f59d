import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkBeforeSigning } from '#domain/report/checks/check-before-signing.ts'
import { foetalSex } from '#domain/report/checks/foetal-sex.ts'
import { stopsSignature } from '#domain/report/checks/sign-warning.ts'
import { reportOf } from './labelled.ts'

const BARRED = { isFoetalSexBarred: true } as const
const foundIn = (words: string, conclusion = 'Single live pregnancy.') =>
  foetalSex(reportOf(words, conclusion, BARRED)).flatMap(({ found }) => found)

test.each([
  ['Single live male fetus of 20 weeks.', ['male']],
  ['Fetal sex: female.', ['female']],
  ['Single live fetus. Sex: female', ['female']],
  ['Single live foetus. Female.', ['Female']],
  ['Sex: Male', ['Male']],
  ['Gender - M', ['Gender - M']],
  ['Fetal gender: F', ['gender: F']],
  ['Twin A is male, twin B is female.', ['male', 'female']],
  ['It is a boy.', ['boy']],
  ['Healthy baby girl.', ['baby girl']],
  ['It is a girl.', ['It is a girl']],
  ['Girl of the fetus is active.', ['Girl']],
  ['Congratulations on your son!', ['son']],
  ['Scrotum and penis are seen.', ['Scrotum', 'penis']],
  ['Fetal labia are seen.', ['labia']],
  ['The fetus is moving and he is well.', ['he']],
  ['Fetal hydrocele on the right.', ['hydrocele']],
  ['Karyotype 46,XY.', ['46,XY']],
  ['Ladka hai.', ['Ladka']],
  ['Ladki', ['Ladki']],
  ['Beta hai, sab theek hai', ['Beta']],
  ['गर्भ में लड़का है', ['लड़का']],
  ['गर्भ में लड\u093cकी है', ['लड\u093cकी']],
  ['एक पुत्र', ['पुत्र']],
  ['ஆண் குழந்தை', ['ஆண்']],
  ['♂', ['♂']],
  ['The fetus ♀ is in breech.', ['♀']],
  ['Jai Mata Di', ['Jai Mata Di']],
  ['Sex not disclosed: male fetus.', ['male']],
] as const)('"%s" reveals %j', (words, found) => {
  expect(foundIn(words)).toEqual(found)
})

test.each([
  'Maternal kidneys are normal. Maternal age 26.',
  'Infertility with male factor, IVF pregnancy; single live fetus.',
  'The male partner was informed.',
  'Female patient of 26 years with a single live fetus.',
  'A 26-year-old female with a single live intrauterine gestation of 9 weeks.',
  'Pregnant female with twins.',
  'Name: Sunita Rao  Age: 26  Sex: Female',
  'Sex: Female',
  '26/F, LMP 12-01-2026',
  'Female pelvis: uterus is gravid. Single live fetus.',
  'Sex of the fetus was not determined.',
  'I have neither detected nor disclosed the sex of the fetus to anybody in any manner.',
  'We do not tell whether the fetus is male or female.',
  'Determination of the sex of a fetus, boy or girl, is prohibited.',
  'Beti Bachao, Beti Padhao. Save the girl child.',
  'बेटी बचाओ',
  'Serum beta hCG 1200. Free beta-hCG normal. Beta thalassaemia trait.',
  'Previous male child had spina bifida. Single live fetus.',
  'She has one living son, 4 years. Single live fetus.',
  'External genitalia are not commented upon.',
  'Symphysis, chest, the shell, this fetus, history.',
  'Personal history, reason for scan: growth of the fetus.',
  'X and Y axes of the fetus, maximum vertical pocket 5 cm.',
  'A 17 year old girl with a pregnancy of 12 weeks.',
  'Nuchal translucency is 1.2 mm. Crown-rump length is 62 mm.',
  'Anterior wall fibroid 46 x 38 mm. Cyst 45x30 mm, 3.47 x 2.1 cm. Sac 45, x 2.',
  '26 Years / Female, single live fetus.',
  'Female G2P1L1 with a single live fetus.',
  'P2L2: two sons, both LSCS. She has two daughters.',
  'Fetal echo: bundle of His normal.',
  'Serum beta–hCG 1200, beta (hCG) rising.',
  'Sex | Female | Study | Fetal anomaly scan',
  'Boyd index, Sonography, Personal, Malen, Demale.',
] as const)('"%s" reveals nothing', (words) => {
  expect(foundIn(words)).toEqual([])
})

test('the head of a report states the mother’s sex, line by line', () => {
  const head = '<p>Study: Fetal anomaly scan</p><p>Sex: Female</p>'
  expect(foetalSex(reportOf(head, 'Single live pregnancy.', BARRED))).toEqual([])
})

test.each([
  ['Karyotype 46XX of the fetus.', ['46XX']],
  ['Name: Asha. Fetal sex: female', ['female']],
  ['The fetus has male genitalia.', ['male']],
  ['The twins are two sons.', ['sons']],
] as const)('text that resembles a head or a count still reveals the sex: "%s"', (words, found) => {
  expect(foundIn(words)).toEqual(found)
})

test('any other report may contain male and female', () => {
  expect(foetalSex(reportOf('Single live male fetus. ♂'))).toEqual([])
})

test('the sex is also found in the conclusion and the recommendation, and blocks the signature', () => {
  const report = reportOf('Single live fetus.', 'Male.', BARRED)
  const text = { ...report.text, recommendation: '<p>Tell her it is a boy.</p>' }
  const warnings = checkBeforeSigning({ ...report, text }).filter(stopsSignature)
  expect(warnings.map(({ rule, found }) => [rule, found])).toEqual([
    ['foetal_sex', ['Male']],
    ['foetal_sex', ['boy']],
  ])
})

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
const TELLING = ['male', 'Boy', 'PENIS', 'ladki', 'लड़का', 'son']

test('a revealing word is found at any place, with any mark-up and punctuation around it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TELLING),
      fc.constantFrom('', ' ', ', ', '. ', '(', '"', '<b>', '- '),
      fc.constantFrom('', ' ', ',', '.', ')', '"', '!', ' seen'),
      (word, before, behind) => {
        const close = before === '<b>' ? '</b>' : ''
        expect(foundIn(`The fetus ${before}${word}${close}${behind}`)).toEqual([word])
      },
    ),
  )
})

test('a word is never found inside a longer one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('male', 'boy', 'girl', 'son', 'he', 'female', 'xx', 'labia'),
      fc
        .array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 6 })
        .map((letters) => letters.join('')),
      (word, rest) => {
        expect(foundIn(`The fetus q${rest}${word}q is seen.`)).toEqual([])
      },
    ),
  )
})
