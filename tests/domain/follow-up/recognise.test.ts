import { describe, expect, test } from 'vitest'
import { intervalText } from '#domain/follow-up/intervals.ts'
import { recogniseFollowUps } from '#domain/follow-up/recognise.ts'

const STUDY = { modality: 'CT', study_desc: 'CT Chest with contrast' }
const read = (text: string, study = STUDY) =>
  recogniseFollowUps(`<p>${text}</p>`, study).map(
    ({ what, interval }) => `${what} in ${intervalText(interval)}`,
  )

describe('what a Recommendation asks for', () => {
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
    ['PET-CT in 8 to 12 weeks', ['PET chest in 8-12 weeks']],
    ['Follow-up in 3 months with MRI of the pelvis.', ['MRI pelvis in 3 months']],
    ['CT chest without contrast in 3 months.', ['CT chest in 3 months']],
    ['No mass, CT abdomen and pelvis in 6 months.', ['CT abdomen, pelvis in 6 months']],
    ['If there is no change, repeat CT in 12 months.', ['CT chest in 12 months']],
    ['CT chest in 3 months and MRI liver in 6 months.', ['CT chest in 3 months', 'MRI abdomen in 6 months']],
    ['In 3 months CT chest, in 6 months MRI brain.', ['CT chest in 3 months', 'MRI head in 6 months']],
    [
      'CT chest at 6-12 months, then at 18-24 months.',
      ['CT chest in 6-12 months', 'CT chest in 18-24 months'],
    ],
    ['CT chest and MRI brain in 3 months.', ['CT chest in 3 months', 'MRI head in 3 months']],
    ['Interval imaging in 3 months.', ['CT chest in 3 months']],
    ['No follow-up needed. Repeat CT chest in 2 years if symptoms.', ['CT chest in 2 years']],
    ['Low-dose CT within 3 months', ['CT chest in 3 months']],
    ['DEXA in 2 years', ['Bone density chest in 2 years']],
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
    'The child is 3 months old: MRI brain.',
    '',
  ])('proposes nothing: %s', (text) => expect(read(text)).toEqual([]))

  test('the same words twice are one proposal, and no more than five are proposed', () => {
    expect(read('CT chest in 3 months. Follow-up CT chest in 3 months.')).toHaveLength(1)
    const many = ['CT chest', 'MRI brain', 'MRI knee', 'CXR', 'MRI spine', 'CT abdomen', 'MRI pelvis']
    expect(read(many.map((one) => `${one} in 3 months.`).join(' '))).toHaveLength(5)
  })

  test('a text that names no examination means the kind of the study, if recommendations ask for that at all', () => {
    expect(read('Follow-up in 6 months.', { modality: 'US,SR', study_desc: 'USG Thyroid' })).toEqual([
      'Ultrasound thyroid in 6 months',
    ])
    expect(read('Follow-up in 6 months.', { modality: 'ECG', study_desc: '' })).toEqual([])
  })
})
