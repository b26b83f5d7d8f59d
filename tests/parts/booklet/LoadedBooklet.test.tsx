import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LoadedBooklet } from '#src/parts/booklet/LoadedBooklet.tsx'
import { expectRefusedAt } from '#tests/helpers/page/refused-at.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const taken = vi.hoisted(() => [] as [number, number][])
const refused = vi.hoisted(() => ({ words: [] as string[] }))
vi.mock('#src/parts/booklet/use-take-pictures.ts', () => ({
  useTakePictures: () => async (at: number, files: readonly File[]) => {
    taken.push([at, files.length])
    return refused.words
  },
}))
vi.mock('#src/parts/booklet/BookletTools.tsx', () => ({ BookletTools: () => null }))
vi.mock('#src/parts/booklet/RefusedPictures.tsx', () => ({ RefusedPictures: () => null }))
vi.mock('#src/sync/booklets/save-booklet.ts', () => ({ saveBooklet: async () => 'command' }))

afterEach(cleanup)

test('a paste without a picture says so, one with pictures fills from the first empty cell', async () => {
  renderInApp(<LoadedBooklet studyId="study" booklet={undefined} onView={() => undefined} />)
  const page = screen.getByRole('region')
  fireEvent.paste(page, { clipboardData: { files: [] } })
  expect(await screen.findByText('There was no picture to paste.')).toBeTruthy()
  expect(taken).toEqual([])
  fireEvent.paste(page, { clipboardData: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
  expect(taken).toEqual([[0, 1]])
})

test('a refused picture is named with its reason above the pages', async () => {
  refused.words = ['b.gif: Only JPG and PNG are taken']
  const { container } = renderInApp(
    <LoadedBooklet studyId="study" booklet={undefined} onView={() => undefined} />,
  )
  const picture = new File(['x'], 'b.gif', { type: 'image/gif' })
  fireEvent.paste(screen.getByRole('region'), { clipboardData: { files: [picture] } })
  await expectRefusedAt(container, 'b.gif: Only JPG and PNG are taken')
})
