import { expect, test } from 'vitest'
import { sideDisagrees } from '#domain/report/checks/side-disagrees.ts'
import { reportOf } from './labelled.ts'

/** [findings, conclusion], labelled by a radiologist. */
const DISAGREE = [
  ['There is a 5 mm calculus in the right kidney.', 'Left renal calculus.'],
  ['Fracture of the left distal radius.', 'Right distal radius fracture.'],
  ['Right pleural effusion. No left pleural effusion.', 'Left pleural effusion.'],
  ['The left kidney shows no stone. The right kidney shows a 5 mm stone.', 'Left renal calculus.'],
  ['Consolidation in the right lower lobe.', 'Left lower lobe pneumonia.'],
  ['A nodule of 6 mm in the upper lobe on the left.', 'Right upper lobe nodule, 6 mm.'],
  ['Tear of the medial meniscus of the rt knee.', 'Lt knee: medial meniscus tear.'],
  ['Both kidneys are normal in size. Hydronephrosis on the left side.', 'Right hydronephrosis.'],
  ['A cyst in the left ovary and a fibroid in the uterus.', 'Right ovarian cyst.'],
  ['Mass in the right breast, BI-RADS 4. Left breast is normal.', 'Left breast mass.'],
  ['Infarct in the left MCA territory with midline shift to the right.', 'Right MCA territory infarct.'],
  ['Old fracture of the right clavicle.', 'Left sided clavicular fracture.'],
  ['A calculus of 5 mm on the right. The left lung is clear.', 'Left renal calculus.'],
  ['Calculus in the right kidney. The left lung is clear.', 'Calculus on the left.'],
  ['Calculus in the right kidney. A further calculus in the right kidney.', 'Left renal calculus.'],
  ['Right kidney is small. The left lung is clear.', 'Small left kidney.'],
  ['A scar on the right.', 'A scar on the left.'],
] as const

const AGREE = [
  ['There is a 5 mm calculus in the right kidney.', 'Right renal calculus.'],
  ['There is a 5 mm calculus in the right kidney. The left kidney is normal.', 'Right renal calculus.'],
  ['Bilateral pleural effusions, larger on the right.', 'Right pleural effusion.'],
  ['Both lungs are clear.', 'No left pneumothorax.'],
  ['Left to right shunt through a ventricular septal defect.', 'VSD with left-to-right shunt.'],
  [
    'Left subdural haematoma. Midline shift to the right.',
    'Left subdural haematoma with shift to the right.',
  ],
  ['The tube was left in place. Right lung is clear.', 'Right lung clear.'],
  ['Calculus in the right kidney and a cyst in the left kidney.', 'Right renal calculus. Left renal cyst.'],
  ['Right kidney is normal. Left ovary is enlarged.', 'Enlarged left ovary.'],
  ['Cyst in the right kidney. The left ovary is enlarged.', 'Left ovarian cyst.'],
  ['Right lobe of liver is enlarged.', 'Hepatomegaly.'],
  ['Consolidation on the right.', ''],
  ['', 'Left renal calculus.'],
  ['दायां गुर्दा सामान्य है।', 'बायां गुर्दा सामान्य है।'],
  ['Le rein droit est normal.', 'Calcul du rein gauche.'],
  ['Right knee: no fracture. Right-angle deformity is absent.', 'Normal right knee.'],
] as const

test.each(DISAGREE)('"%s" disagrees with "%s"', (findings, conclusion) => {
  const warnings = sideDisagrees(reportOf(findings, conclusion))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]?.sentences.map(({ part }) => part)).toEqual(['report_data', 'conclusion'])
})

test.each(AGREE)('"%s" agrees with "%s"', (findings, conclusion) => {
  expect(sideDisagrees(reportOf(findings, conclusion))).toEqual([])
})

test('the two sentences are quoted as written', () => {
  const [warning] = sideDisagrees(
    reportOf(
      'The liver is normal. There is a calculus in the right kidney.',
      'Normal liver. Left renal calculus.',
    ),
  )
  expect(warning?.sentences).toEqual([
    { part: 'report_data', text: 'There is a calculus in the right kidney.' },
    { part: 'conclusion', text: 'Left renal calculus.' },
  ])
  expect(warning?.found).toEqual(['right kidney', 'Left renal'])
})

test('without a named part of the body only the side is quoted', () => {
  const [warning] = sideDisagrees(reportOf('A scar on the right.', 'A scar on the left.'))
  expect(warning?.found).toEqual(['right', 'left'])
})

test('two sentences are reported once, however often they name the side', () => {
  const [findings, conclusion] = [
    'Right renal and right ureteric calculi.',
    'Left renal and left ureteric calculi.',
  ]
  expect(sideDisagrees(reportOf(findings, conclusion))).toHaveLength(1)
  const twice = sideDisagrees(
    reportOf('Right kidney is small. Right ovary is large.', 'Left kidney is small. Left ovary is large.'),
  )
  expect(twice.map(({ found }) => found)).toEqual([
    ['Right kidney', 'Left kidney'],
    ['Right ovary', 'Left ovary'],
  ])
})
