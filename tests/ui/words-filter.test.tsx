import { MultiSelect, Select } from '@mantine/core'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { wordsFilter } from '#src/ui/words-filter.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const SERVICES = ['CT abdomen with contrast', 'CT brain plain', 'MRI brain with contrast', 'X-ray chest']
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test.each([
  ['Select', <Select key="s" label="Service" data={SERVICES} searchable />],
  ['MultiSelect', <MultiSelect key="m" label="Service" data={SERVICES} searchable />],
])('a searched %s finds words in any order', async (_, field) => {
  renderInApp(field)
  const input = screen.getByRole('combobox', { name: 'Service' })
  await userEvent.click(input)
  expect(shown()).toEqual(SERVICES)
  await userEvent.type(input, 'contrast BRAIN')
  expect(shown()).toEqual(['MRI brain with contrast'])
  await userEvent.clear(input)
  await userEvent.type(input, 'ct abdomen')
  expect(shown()).toEqual(['CT abdomen with contrast'])
})

test('a limit counts the matches, and a group without any is left out', () => {
  const option = (label: string) => ({ value: label, label })
  const options = [
    option('Alone contrast'),
    { group: 'CT', items: [option('CT brain plain')] },
    { group: 'MRI', items: ['one contrast', 'two contrast', 'three plain', 'four contrast'].map(option) },
    option('Last contrast'),
  ]
  const labels = (limit: number) =>
    wordsFilter({ options, search: ' contrast', limit }).map((one) =>
      'group' in one ? { group: one.group, has: one.items.map(({ label }) => label) } : one.label,
    )
  expect(labels(3)).toEqual(['Alone contrast', { group: 'MRI', has: ['one contrast', 'two contrast'] }])
  expect(labels(Number.POSITIVE_INFINITY)).toEqual([
    'Alone contrast',
    { group: 'MRI', has: ['one contrast', 'two contrast', 'four contrast'] },
    'Last contrast',
  ])
})
