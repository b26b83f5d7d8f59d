import { describe, expect, test } from 'vitest'
import { intervalText } from '#domain/follow-up/intervals.ts'
import { recogniseFollowUps } from '#domain/follow-up/recognise.ts'

const STUDY = { modality: 'CT', study_desc: 'CT Chest with contrast' }
const read = (text: string, study = STUDY) =>
  recogniseFollowUps(`<p>${text}</p>`, study).map(
    ({ what, interval }) => `${what} in ${intervalText(interval)}`,
  )

describe('the follow-ups that a Recommendation requests', () => {
  test.each([
    ['CT chest in 3 months', ['CT chest in 3 months']],
    ['Follow-up CT chest recommended at 12 months.', ['CT chest in 12 months']],
    ['Repeat ultrasound of the liver after 6 weeks to assess resolution.', ['Ultrasound abdomen in 6 weeks']],
    ['Suggest HRCT in 3-6 months.', ['CT chest in 3-6 months']],
    ['MRI brain in 1 year', ['MRI head in 1 year']],
    ['MRI knee in a year.', ['MRI knee in 1 year']],
    ['Chest X-ray in six weeks.', ['X-ray chest in 6 weeks']],
    ['CXR after 10 days', ['X-ray chest in 10 days']],
    ['3 months follow up CT', ['CT chest in 3 months']],
    ['6-month follow-up mammogram advised.', ['Mammography in 6 months']],
    ['Annual mammography.', ['Mammography in 1 year']],
    ['PET-CT in 8 to 12 weeks', ['PET in 8-12 weeks']],
    ['Follow-up in 3 months with MRI of the pelvis.', ['MRI pelvis in 3 months']],
    ['CT chest without contrast in 3 months.', ['CT chest in 3 months']],
    ['No mass, CT abdomen and pelvis in 6 months.', ['CT abdomen, pelvis in 6 months']],
    ['If there is no change, repeat CT in 12 months.', ['CT chest in 12 months']],
    ['CT chest in 3 months and MRI liver in 6 months.', ['CT chest in 3 months', 'MRI abdomen in 6 months']],
    ['In 3 months CT chest, in 6 months MRI brain.', ['CT chest in 3 months', 'MRI head in 6 months']],
    ['CT chest at 6-12 months, then at 18-24 months.', ['CT chest in 6-12 months']],
    ['CT chest and MRI brain in 3 months.', ['CT chest in 3 months', 'MRI head in 3 months']],
    ['Interval imaging in 3 months.', ['CT chest in 3 months']],
    ['No follow-up needed. Repeat CT chest in 2 years if symptoms.', ['CT chest in 2 years']],
    ['Low-dose CT within 3 months', ['CT chest in 3 months']],
    ['DEXA in 2 years', ['Bone density in 2 years']],
    ['Knee X-ray in six weeks.', ['X-ray knee in 6 weeks']],
    ['Without significant progression, CT without contrast in 3 months.', ['CT chest in 3 months']],
    ['CT chest in 10 years', ['CT chest in 10 years']],
    ['CT chest in 522 weeks', ['CT chest in 522 weeks']],
    ['CT chest in 120 months', ['CT chest in 120 months']],
    ['Repeat CT now and then a CT in 12 months', ['CT chest in 12 months']],
    ['Follow-up of the knee in 3 months', ['CT knee in 3 months']],
    ['Liver normal, repeat CT in 3 months', ['CT chest in 3 months']],
  ])('%s', (text, wanted) => expect(read(text)).toEqual(wanted))

  test.each([
    'No follow-up needed.',
    'No follow-up CT is needed in 3 months.',
    'Follow-up CT in 3 months is not required.',
    'Follow-up CT in 3 months does not appear to be indicated.',
    'CT chest of 3 months ago was normal.',
    'Stable for 2 years on CT.',
    'MRI brain 6 months prior showed the same.',
    'Clinical follow-up in 2 weeks.',
    'Follow up with Mr Rao in 3 months.',
    'Contact us in 3 months for the biopsy.',
    'Review by a pulmonologist in 6 weeks.',
    'Correlate clinically.',
    'CT chest in due course.',
    'CT chest in 300 years.',
    'CT chest in 523 weeks',
    'CT chest in 121 months',
    'CT chest in 0 months',
    'Had CT at 3 months',
    'Nodule of 4 mm,stable on CT at 24 months',
    'The child is 3 months old: MRI brain.',
    'MRI pelvis in 3 months; no further follow-up needed.',
    'Radiotherapy was given in week 6, CT in 3 months; no follow-up needed.',
    '',
  ])('proposes nothing: %s', (text) => expect(read(text)).toEqual([]))

  test('the first of several times for the same examination is proposed', () => {
    const chest = (after: string) => [`CT chest in ${after}`]
    expect(read('CT chest at 6-12 months, then consider CT at 18-24 months')).toEqual(chest('6-12 months'))
    expect(read('HRCT in 3 months, then annually')).toEqual(chest('3 months'))
    expect(read('CT chest every 3 months until 2 years')).toEqual(chest('3 months'))
    expect(read('Repeat CT every 3 months until 2 years')).toEqual(chest('3 months'))
    expect(read('Follow-up CT within 2-3 weeks and not in 6 months')).toEqual(chest('2-3 weeks'))
    expect(read('CT chest in 12 months. CT chest in 6 weeks if symptoms.')).toEqual(chest('6 weeks'))
    expect(read('Annual CT chest, the first in 6 months.')).toEqual(chest('6 months'))
    expect(read('CT chest not in 3 months but in 6 months.')).toEqual(chest('6 months'))
    const head = { modality: 'CT', study_desc: 'CT Head' }
    // It is unclear whether the second is of the chest or of the study's head.
    expect(read('CT chest in 3 months, then CT in 12 months.', head)).toEqual(chest('3 months'))
    const both = { modality: 'CT', study_desc: 'CT Chest, abdomen' }
    expect(read('CT chest in 3 months, then CT in 12 months.', both)).toEqual(chest('3 months'))
  })

  test.each([
    ['Repeat CT at 6 and 12 months', '6 months'],
    ['Repeat CT at 3, 6 and 12 months', '3 months'],
    ['Repeat CT at 12 and 6 months', '6 months'],
    ['Repeat CT at 3/6/12 months', '3 months'],
    ['Repeat CT at 6 months and 12 months', '6 months'],
    ['Repeat CT at 6 and at 12 months', '6 months'],
    ['CT at 3-6 and 18-24 months', '3-6 months'],
    ['Half-yearly CT', '6 months'],
    ['Semi-annual CT', '6 months'],
    ['Semiannually CT', '6 months'],
    ['Bi-annual CT', '6 months'],
    ['CT biannually', '6 months'],
    ['CT twice yearly', '6 months'],
    ['2-yearly CT', '2 years'],
    ['CT two yearly', '2 years'],
    ['CT every 2 years', '2 years'],
    ['CT 4 monthly', '4 months'],
    ['CT 3-6 monthly', '3-6 months'],
    ['Six monthly CT', '6 months'],
    ['Quarterly CT', '3 months'],
    ['Annual CT', '1 year'],
    ['CT yearly', '1 year'],
    ['Yearly low dose CT screening', '1 year'],
    ['BI-RADS 3, 6-month follow-up CT', '6 months'],
    ['BI-RADS 3 - 6 months follow-up CT', '6 months'],
    ['Segment 4, 6 months follow up CT', '6 months'],
  ])('when: %s', (text, after) => expect(read(text)).toEqual([`CT chest in ${after}`]))

  test.each([
    'Bi-monthly CT',
    'CT three times yearly',
    'Repeat CT every half year',
    'Repeat CT twice in 2 years',
    'Repeat CT at 1.5 years',
    'Repeat CT in 1 1/2 years',
    'Repeat CT in a year and a half',
    'Repeat CT at 3rd, 6th and 12 months',
    'Repeat CT at ½, 1 and 2 years',
    'Repeat CT 3-6-12 months',
    'Tri-annual CT',
    'Repeat CT 3, 6 and 12 months',
    'CT after weekly chemotherapy',
    'CT after 3-weekly cycles',
    'Repeat CT 3 months after surgery',
    'CT surveillance for at least 5 years',
  ])('an unreadable time is left out: %s', (text) => expect(read(text)).toEqual([]))

  describe('the age of a pregnancy is not a time from today', () => {
    const US = { modality: 'US', study_desc: 'USG Obstetric' }
    test.each([
      ['Repeat USG at 28 weeks for growth', US],
      ['Repeat USG at 28 weeks for growth', { modality: 'US', study_desc: 'USG Abdomen' }],
      ['Anomaly scan at 18-20 weeks', US],
      ['Follow-up USG anomaly scan at 18-20 weeks', US],
      ['Repeat USG at 32 weeks of gestation', { modality: 'US', study_desc: '' }],
      ['Follow-up at 20 weeks', { modality: 'US', study_desc: 'USG_NT_SCAN' }],
      ['Single live pregnancy. Repeat USG by 34 weeks.', { modality: 'US', study_desc: '' }],
      ['Follow-up USG 11-13 weeks', { modality: 'US', study_desc: 'USG Early Pregnancy' }],
      ['Fetal MRI after 22 weeks', US],
      ['Repeat USG in 10 weeks', US],
      ['Foetal MRI at 7 months', US],
    ])('%s', (text, study) => expect(read(text, study)).toEqual([]))
    test.each([
      ['Repeat USG after 2 weeks for growth', ['Ultrasound pelvis in 2 weeks']],
      ['Repeat USG 2 weeks later', ['Ultrasound pelvis in 2 weeks']],
      ['Repeat USG in 4 weeks', ['Ultrasound pelvis in 4 weeks']],
      ['Repeat USG in 9 weeks', ['Ultrasound pelvis in 9 weeks']],
    ])('but: %s', (text, wanted) => expect(read(text, US)).toEqual(wanted))
    test('its examination is not proposed at another time', () => {
      expect(read('USG at 28 weeks and MRI brain in 3 months', US)).toEqual(['MRI head in 3 months'])
    })
    test('a number of weeks in another context is not a due time', () => {
      expect(read('No growth. Repeat CT at 6 weeks')).toEqual(['CT chest in 6 weeks'])
      expect(read('Repeat CT at 6 weeks')).toEqual(['CT chest in 6 weeks'])
      expect(read('CT chest at 12 months to assess growth')).toEqual(['CT chest in 12 months'])
    })
  })

  test.each([
    ['MRI of femoral head in 3 months', 'MRI hip in 3 months'],
    ['X-ray of the radial head in 3 months', 'X-ray arm in 3 months'],
    ['CT of the pancreatic head in 3 months', 'CT abdomen in 3 months'],
    ['USG gall bladder in 3 months', 'Ultrasound abdomen in 3 months'],
    ['X-ray neck of femur in 3 months', 'X-ray hip in 3 months'],
    ['USG bladder neck in 3 months', 'Ultrasound pelvis in 3 months'],
    ['PET-CT skull base to mid thigh in 3 months', 'PET in 3 months'],
    ['Bone scan in 3 months', 'Nuclear medicine in 3 months'],
    ['CT in 3 months given history of breast cancer', 'CT chest in 3 months'],
    ['Mammogram in 3 months given history of liver lesion', 'Mammography in 3 months'],
    ['HRCT in 3 months due to liver disease', 'CT chest in 3 months'],
    ['Due to neck pain MRI in 3 months', 'MRI chest in 3 months'],
    ['Follow-up in 3 months because of breast cancer', 'CT chest in 3 months'],
    ['MRI spine in 3 months if knee pain', 'MRI spine in 3 months'],
  ])('which part: %s', (text, wanted) => expect(read(text)).toEqual([wanted]))

  test('an examination with an unreadable time is not proposed at another time', () => {
    expect(read('MRI brain at 1.5 years and CT chest in 3 months')).toEqual(['CT chest in 3 months'])
  })

  test('a part that occurs only in the purpose, and not in the study, is uncertain', () => {
    expect(read('Follow-up CT in 3 months for the liver lesion')).toEqual([])
    expect(read('Follow-up CT in 3 months for the lung nodule')).toEqual(['CT chest in 3 months'])
  })

  test.each([
    'Nodule stable on CT at 24 months; no further imaging needed.',
    'No growth in 2 years on CT; no further follow-up needed.',
    'Follow-up CT performed after 6 months showed stability.',
    'Stable on CT in 12 months. No follow-up.',
    'Stable on CT in 12 months.',
    'Stable on follow-up CT at 12 months.',
    'No change on follow-up CT at 6 months.',
    'At 3 month follow-up CT the nodule measures 4 mm.',
    'The patient underwent CT at 3 months.',
    'Patient is on follow-up with CT every 6 months.',
    'Follow-up CT in 3 months can be omitted.',
    'Repeat CT in 3 months may safely be avoided.',
    'CT surveillance can be stopped after 2 years.',
    'Repeat CT in 3 months. No further follow-up is needed.',
    'Repeat CT not before 3 months.',
    'CONTACT US IN 3 MONTHS FOR THE BIOPSY.',
    'REVIEW WITH MR RAO IN 3 MONTHS.',
    'Review with MR Rao in 3 months.',
    'FOLLOW UP WITH US IN 3 MONTHS.',
    'REPEAT VISIT TO MRS RAO IN 3 MONTHS.',
  ])('passed, denied or no examination: %s', (text) => expect(read(text)).toEqual([]))

  test.each([
    ['CT chest in 3 months; if stable, no further follow-up is needed.', 'CT chest in 3 months'],
    ['Repeat CT in 12 months if stable.', 'CT chest in 12 months'],
    ['If stable CT in 12 months.', 'CT chest in 12 months'],
    ['Stable nodule, follow-up CT in 12 months.', 'CT chest in 12 months'],
    ['CT in 3 months as the nodule was small.', 'CT chest in 3 months'],
    ['CT chest to be done in 3 months.', 'CT chest in 3 months'],
    ['CT in 3 months to confirm stable size.', 'CT chest in 3 months'],
    ['REPEAT US ABDOMEN IN 3 MONTHS.', 'Ultrasound abdomen in 3 months'],
    ['LIVER US IN 3 MONTHS.', 'Ultrasound abdomen in 3 months'],
    ['REPEAT US IN 3 MONTHS.', 'Ultrasound chest in 3 months'],
    ['MR BRAIN IN 3 MONTHS.', 'MRI head in 3 months'],
    ['Follow-up with MR in 3 months.', 'MRI chest in 3 months'],
    ['FOLLOW-UP CT CHEST IN 3 MONTHS', 'CT chest in 3 months'],
  ])('and still: %s', (text, wanted) => expect(read(text)).toEqual([wanted]))

  test('an examination without a part is of the study’s part, not of another examination before it', () => {
    const head = { modality: 'MR', study_desc: 'MRI Head' }
    expect(read('Chest CT and MRI in 3 months', head)).toEqual([
      'CT chest in 3 months',
      'MRI head in 3 months',
    ])
    expect(read('CT chest in 3 months and MRI in 6 months', head)).toEqual([
      'CT chest in 3 months',
      'MRI head in 6 months',
    ])
  })

  test('the same words twice give one proposal, and at most five are proposed', () => {
    expect(read('CT chest in 3 months. Follow-up CT chest in 3 months.')).toHaveLength(1)
    const many = ['CT chest', 'MRI brain', 'MRI knee', 'CXR', 'MRI spine', 'CT abdomen', 'MRI pelvis']
    expect(read(many.map((one) => `${one} in 3 months.`).join(' '))).toHaveLength(5)
  })

  test('a text without an examination means the kind of the study, if recommendations request that kind at all', () => {
    expect(read('Follow-up in 6 months.', { modality: 'US,SR', study_desc: 'USG Thyroid' })).toEqual([
      'Ultrasound thyroid in 6 months',
    ])
    expect(read('Follow-up in 6 months.', { modality: 'ECG', study_desc: '' })).toEqual([])
  })
})
