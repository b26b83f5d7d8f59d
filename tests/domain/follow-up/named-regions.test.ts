import { describe, expect, test } from 'vitest'
import { coversRegions, regionsIn } from '#domain/follow-up/named-regions.ts'

describe('the parts that a text names', () => {
  test.each([
    ['MRI of femoral head', ['hip']],
    ['neck of the left femur', ['hip']],
    ['heads and necks of both femurs', ['hip']],
    ['DEXA neck of femur and spine', ['spine', 'hip']],
    ['X-ray radial head', ['arm']],
    ['head of radius', ['arm']],
    ['humeral head', ['shoulder']],
    ['metatarsal heads', ['foot']],
    ['CT pancreatic head', ['abdomen']],
    ['head of the pancreas', ['abdomen']],
    ['USG gall bladder', ['abdomen']],
    ['gall-bladder and urinary bladder', ['abdomen', 'pelvis']],
    ['neck of gallbladder', ['abdomen']],
    ['bladder neck', ['pelvis']],
    ['fetal head', ['pelvis']],
    ['MRI thoracic spine', ['spine']],
    ['cervical lymph nodes', ['neck']],
    ['cervical cancer', ['pelvis']],
    ['head and neck', ['head', 'neck']],
    ['CT_HEAD', ['head']],
    ['CT^NECK^SOFT', ['neck']],
    ['X-Ray Cervical AP LAT', ['spine']],
    ['X-Ray Dorsal', ['spine']],
    ['X-ray dorsal wrist', ['hand']],
    ['X-Ray SI Joints', ['spine', 'pelvis']],
    ['USG NT Scan', ['pelvis']],
    ['PET-CT skull base to mid thigh', []],
    ['further testing', []],
    ['on the other hand', []],
    ['', []],
  ])('%s', (text, wanted) => expect(regionsIn(text)).toEqual(wanted))
})

const OTHERS = [
  'CT_HEAD',
  'CT Head Plain',
  'X-Ray Cervical AP LAT',
  'X-Ray Dorsal',
  'MRI Cervical',
  'USG Early Pregnancy',
  'USG NT Scan',
  'USG Anomaly Scan',
  'CT Guided Biopsy',
  'CT guided biopsy lung',
  'CT Thoracic Spine',
  'USG Doppler',
  'CT Zygote',
  'सीटी सिर',
]
const OWN = ['CT Thorax + Abdomen', 'HRCT', 'CT^CHEST', 'ct_chest_plain', 'X-RAY CHEST PA', 'Lungs']
const ANY = ['', ' ', 'CT', 'CECT', 'CT Scan', 'MRI plain', 'USG', 'X-Ray', 'PET-CT', 'CT_SCAN', '-']

test.each(OTHERS)('does not answer a follow-up of the chest: %s', (name) =>
  expect(coversRegions(['chest'], name)).toBe(false),
)
test.each([...OWN, ...ANY])('answers a follow-up of the chest: "%s"', (name) =>
  expect(coversRegions(['chest'], name)).toBe(true),
)

test('without a named part every examination matches, except treatments and samples', () => {
  for (const name of [...OWN, ...ANY, 'CT Head Plain', 'CT Zygote'])
    expect(coversRegions([], name)).toBe(true)
  for (const name of ['CT Guided Biopsy', 'USG FNAC thyroid', 'USG guided pigtail drainage'])
    expect(coversRegions([], name)).toBe(false)
})

test('each compound word is recognised by its parts', () => {
  expect(coversRegions(['head'], 'MRI femoral head')).toBe(false)
  expect(coversRegions(['neck'], 'MRI neck of femur')).toBe(false)
  expect(coversRegions(['pelvis'], 'USG Gall Bladder')).toBe(false)
  expect(coversRegions(['abdomen'], 'USG Gall Bladder')).toBe(true)
})
