import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WordNotesList } from '#src/features/masters/texts/templates/WordNotesList.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

test('the import result of a document is listed under kept, changed and lost, and an empty one says so', () => {
  renderInApp(<WordNotesList notes={{ kept: ['Lists'], changed: [], lost: ['2 comments', 'Hidden text'] }} />)
  const linesOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .queryAllByRole('listitem')
      .map((line) => line.textContent)
  expect(linesOf('Kept')).toEqual(['Lists'])
  expect(linesOf('Changed')).toEqual([])
  expect(within(screen.getByRole('region', { name: 'Changed' })).getByText('Nothing')).toBeTruthy()
  expect(linesOf('Lost')).toEqual(['2 comments', 'Hidden text'])
})
