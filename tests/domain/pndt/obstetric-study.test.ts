import { expect, test } from 'vitest'
import { isObstetricStudy } from '#domain/pndt/obstetric-study.ts'

const isOf = (study_desc: string, pat_sex = 'F', modality = 'US', isServiceObstetric = false) =>
  isObstetricStudy({ modality, study_desc, pat_sex, isServiceObstetric })

test.each([
  'USG OBS',
  'OB scan',
  'USG obst',
  'Anomaly scan',
  'Antenatal USG',
  'NT scan',
  'Fetal growth scan',
])('an ultrasound called "%s" is obstetric', (name) => expect(isOf(name)).toBe(true))

test.each(['USG KUB ?obs uropathy', 'USG abdomen - bowel obst', 'Obst jaundice', 'USG abdomen', 'Jobs scan'])(
  'an ultrasound called "%s" is not obstetric',
  (name) => expect(isOf(name)).toBe(false),
)

test('a study of a male is not obstetric by its name, and the flag of the service takes precedence over everything', () => {
  expect(isOf('USG KUB - antenatal hydronephrosis', 'Male')).toBe(false)
  expect(isOf('USG KUB - antenatal hydronephrosis', 'M')).toBe(false)
  expect(isOf('USG KUB', 'M', 'US', true)).toBe(true)
  expect(isOf('Fetal MRI', 'F', 'MR')).toBe(false)
})
