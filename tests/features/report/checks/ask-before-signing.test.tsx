import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { askBeforeSigning } from '#src/features/report/checks/ask-before-signing.tsx'
import { markFound } from '#src/features/report/checks/mark-found.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const REPORT = {
  text: {
    report_data: '<p>The liver is normal. A calculus of ___ mm in the right kidney.</p>',
    conclusion: '<p>Left renal calculus.</p>',
    recommendation: '',
  },
  sex: 'Male',
  hasCriticalTag: false,
}

/** Opens the question; returns the dialog and its future result. */
async function ask() {
  renderInApp(null)
  let asked: Promise<unknown> = Promise.resolve()
  act(() => {
    asked = askBeforeSigning(REPORT)
  })
  return { dialog: await screen.findByRole('dialog'), asked }
}

test('a report without warnings raises no question', async () => {
  const clean = {
    ...REPORT,
    text: { ...REPORT.text, report_data: '<p>Normal.</p>', conclusion: '<p>Normal.</p>' },
  }
  expect(await askBeforeSigning(clean)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('each warning quotes its sentences and marks the words', async () => {
  const { dialog, asked } = await ask()
  expect(dialog.textContent).toContain('Findings and conclusion name different sides.')
  expect([...dialog.querySelectorAll('blockquote')].map(({ textContent }) => textContent)).toEqual([
    'DescriptionA calculus of ___ mm in the right kidney.',
    'ConclusionLeft renal calculus.',
    'DescriptionA calculus of ___ mm in the right kidney.',
  ])
  expect([...dialog.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'right kidney',
    'Left renal',
    '___',
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Go back' }))
  await asked
})

test('Go back has the focus and signs nothing', async () => {
  const { dialog, asked } = await ask()
  const back = within(dialog).getByRole('button', { name: 'Go back' })
  expect(back.hasAttribute('data-autofocus')).toBe(true)
  fireEvent.click(back)
  expect(await asked).toBeUndefined()
})

test('Sign anyway returns the overridden rules, each once', async () => {
  const { dialog, asked } = await ask()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign anyway' }))
  expect(await asked).toEqual(['side_disagrees', 'unfilled_field'])
})

test('words that reveal the sex of a foetus allow only going back', async () => {
  renderInApp(null)
  let asked: Promise<unknown> = Promise.resolve()
  act(() => {
    const report_data = '<p>Single live male fetus. A calculus of ___ mm.</p>'
    asked = askBeforeSigning({
      ...REPORT,
      text: { ...REPORT.text, report_data },
      sex: 'Female',
      isFoetalSexBarred: true,
    })
  })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('This report cannot be signed')
  expect(dialog.textContent).toContain('“male” states the sex of the foetus.')
  expect(within(dialog).queryByRole('button', { name: 'Sign anyway' })).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Go back' }))
  expect(await asked).toBeUndefined()
})

test('closing the dialog equals going back', async () => {
  const { dialog, asked } = await ask()
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(await asked).toBeUndefined()
})

test('words in question are marked at every place, whatever their letters', () => {
  expect(markFound('a [ ] b ___ c', ['[ ]', '___'])).toEqual([
    { text: 'a ', isFound: false },
    { text: '[ ]', isFound: true },
    { text: ' b ', isFound: false },
    { text: '___', isFound: true },
    { text: ' c', isFound: false },
  ])
  expect(markFound('%A% {b} \\d', ['%A%', '{b}', '\\d']).filter(({ isFound }) => isFound)).toHaveLength(3)
  expect(markFound('abc', [])).toEqual([{ text: 'abc', isFound: false }])
})
