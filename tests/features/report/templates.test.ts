import { expect, test } from 'vitest'
import {
  firstField,
  partWithFields,
  withTemplate,
  wouldTouchText,
} from '#src/features/report/templates/insert-template.ts'
import { bestTemplate, findTemplates, treeOfTemplates } from '#src/features/report/templates/template-tree.ts'
import { template } from './fixtures.ts'

const CT = template()
const MR = template({ id: 'b', name: 'Brain MR', department: 'MR', category: 'Neuro', modality: 'MR' })
const CT_10 = template({ id: 'c', name: 'Chest CT 10', category: 'Chest' })
const CT_9 = template({ id: 'd', name: 'Chest CT 9', category: 'Chest' })
const LOOSE = template({ id: 'e', name: 'Normal study', department: '', category: '' })

test('templates are grouped by department and category, numbers in order, unnamed groups last', () => {
  expect(
    treeOfTemplates([LOOSE, CT_10, MR, CT_9]).map(({ department, categories }) => [
      department,
      categories.map(({ category, templates }) => [category, templates.map(({ name }) => name)]),
    ]),
  ).toEqual([
    ['CT', [['Chest', ['Chest CT 9', 'Chest CT 10']]]],
    ['MR', [['Neuro', ['Brain MR']]]],
    ['', [['', ['Normal study']]]],
  ])
})

test('the search requires every word, in name, category, department or modality', () => {
  expect(findTemplates([CT, MR, LOOSE], 'chest ct')).toEqual([CT])
  expect(findTemplates([CT, MR, LOOSE], 'neuro')).toEqual([MR])
  expect(findTemplates([CT, MR, LOOSE], ' ')).toHaveLength(3)
  expect(findTemplates([CT, MR, LOOSE], 'chest mr')).toEqual([])
})

test('Enter inserts the modality of the study first, then the name nearest to its description, then the first of the tree', () => {
  const named = (id: string, name: string, modality = 'CT') => template({ id, name, modality })
  const best = (templates: ReturnType<typeof template>[], study_desc: string, modality = 'CT') =>
    bestTemplate(treeOfTemplates(templates), { modality, study_desc, pat_sex: '', pat_age: '' })?.id
  const abdomen = named('abdomen', 'Abdomen CT')
  const thorax = named('thorax', 'CT Thorax plain')
  const radiograph = named('radiograph', 'Thorax PA', 'CR')
  expect(best([abdomen, thorax, radiograph], 'CT Thorax')).toBe('thorax')
  expect(best([abdomen, radiograph], 'Thorax PA view')).toBe('abdomen')
  expect(best([abdomen, radiograph], 'Thorax PA view', 'CR,CT')).toBe('radiograph')
  expect(best([thorax, abdomen], '')).toBe('abdomen')
  expect(best([radiograph], 'CT Thorax')).toBe('radiograph')
  expect(best([], 'CT Thorax')).toBeUndefined()
})

test('a template for the patient’s sex and age comes before one without them, and one for other patients last', () => {
  const pelvis = template({ id: 'any', name: 'Pelvis CT' })
  const woman = template({ ...pelvis, id: 'woman', name: 'Pelvis CT', sex: 'Female' })
  const girl = template({ ...woman, id: 'girl', age_to: 15 })
  const nearer = template({ id: 'nearer', name: 'Pelvis plain CT', sex: 'Male' })
  const best = (templates: ReturnType<typeof template>[], pat_sex: string, pat_age: string) =>
    bestTemplate(treeOfTemplates(templates), {
      modality: 'CT',
      study_desc: 'CT Pelvis plain',
      pat_sex,
      pat_age,
    })?.id
  const all = [pelvis, woman, girl]
  expect(best(all, 'Female', '42Y')).toBe('woman')
  expect(best(all, 'F', '11M')).toBe('girl')
  expect(best(all, 'Male', '42Y')).toBe('any')
  expect(best(all, '', '')).toBe('any')
  // The nearer name counts more than a matching sex, and no name outweighs a different sex.
  expect(best([...all, nearer], 'Male', '42Y')).toBe('nearer')
  expect(best([...all, nearer], 'Female', '42Y')).toBe('woman')
  expect(best([nearer], 'Female', '42Y')).toBe('nearer')
})

const EMPTY = { report_data: '<p></p>', conclusion: '', recommendation: '' }
const WRITTEN = { ...EMPTY, report_data: '<p>Mine.</p>' }

test('the person is asked only if both the text and the template have words in the same part', () => {
  expect(wouldTouchText(EMPTY, CT)).toBe(false)
  expect(wouldTouchText(WRITTEN, CT)).toBe(true)
  expect(wouldTouchText(WRITTEN, template({ report_data: '', conclusion: '<p>Normal.</p>' }))).toBe(false)
})

test('a template replaces its parts, or follows them; other parts stay unchanged', () => {
  const text = { ...WRITTEN, recommendation: '<p>Follow up.</p>' }
  const both = template({ conclusion: '<p>Normal.</p>' })
  expect(withTemplate(text, both, 'replace')).toEqual({
    report_data: '<p>Lungs clear.</p>',
    conclusion: '<p>Normal.</p>',
    recommendation: '<p>Follow up.</p>',
  })
  expect(withTemplate(text, both, 'below')).toEqual({
    report_data: '<p>Mine.</p><p>Lungs clear.</p>',
    conclusion: '<p>Normal.</p>',
    recommendation: '<p>Follow up.</p>',
  })
})

test('the first field of a template is found at its insertion, after the existing ones', () => {
  const fields = template({ report_data: '<p>[[B]] [[C]]</p>', conclusion: '<p>[[D]]</p>' })
  const text = { ...EMPTY, report_data: '<p>[[A]]</p>', recommendation: '<p>[[E]]</p>' }
  expect(firstField(text, fields, 'below')).toEqual({ part: 'report_data', at: 1 })
  expect(firstField(text, fields, 'replace')).toEqual({ part: 'report_data', at: 0 })
  expect(firstField(text, CT, 'below')).toBeUndefined()
  expect(partWithFields(text, 'report_data', 'next')).toBe('recommendation')
  expect(partWithFields(text, 'recommendation', 'previous')).toBe('report_data')
  expect(partWithFields(text, 'recommendation', 'next')).toBeUndefined()
})
