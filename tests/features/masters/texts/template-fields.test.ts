import { expect, test } from 'vitest'
import { template } from '#contract/masters/template.ts'
import { fieldsInMarkup } from '#domain/report/fields/find-fields.ts'
import { TEMPLATE_FIELDS } from '#domain/report/template-placeholders.ts'
import { TEMPLATE_WORDS } from '#src/features/masters/texts/words.ts'
import { brokenRules, sentences } from '#src/ui/master/form-values.ts'

const record = { id: '01990000-0000-7000-8000-0000000000a1', cat_id: '01990000-0000-7000-8000-0000000000c1' }
const said = (texts: Record<string, string>) =>
  sentences(template, brokenRules(template, { ...record, name: 'Nodule', status: 1, ...texts }))

test('the form names at the part the unreadable field and the broken rule', () => {
  expect(
    said({
      content: '<p>[[Side: left | right]]</p>',
      conclusion: '<p>[[Size: number mm 11..3]] and [[x</p>',
    }),
  ).toEqual({
    conclusion:
      'Conclusion has a field that cannot be read, [[Size: number mm 11..3]]: the normal range begins with its lower end.',
  })
})

test('a template with fields, blanks and other brackets is saved', () => {
  expect(said({ content: '<p>[[Side]] ___ [ ] [left/right] PI-RADS [4]</p>', recommendation: '' })).toEqual(
    {},
  )
})

test('the help line and the menu offer readable fields, one of each kind', () => {
  const kinds = fieldsInMarkup(`<p>${TEMPLATE_FIELDS.join(' ')}</p>`).map(({ kind }) => kind)
  expect(kinds).toEqual(['text', 'choice', 'number'])
  for (const field of TEMPLATE_FIELDS) expect(TEMPLATE_WORDS.fieldsHint).toContain(field)
})
