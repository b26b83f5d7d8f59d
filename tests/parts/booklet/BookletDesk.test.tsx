import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BookletDesk } from '#src/parts/booklet/BookletDesk.tsx'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'

const taken = vi.hoisted(() => [] as [number, number][])
vi.mock('#src/parts/booklet/use-take-pictures.ts', () => ({
  useTakePictures: () => async (at: number, files: readonly File[]) => void taken.push([at, files.length]),
}))
vi.mock('#src/parts/booklet/BookletTools.tsx', () => ({ BookletTools: () => null }))
vi.mock('#src/parts/booklet/RefusedPictures.tsx', () => ({ RefusedPictures: () => null }))
vi.mock('#src/sync/booklets/save-booklet.ts', () => ({ saveBooklet: async () => 'command' }))

afterEach(cleanup)

test('a paste without a picture says so, one with pictures goes to the first empty cell', async () => {
  renderInApp(<BookletDesk studyId="study" booklet={undefined} onView={() => undefined} />)
  const page = screen.getByRole('region')
  fireEvent.paste(page, { clipboardData: { files: [] } })
  expect(await screen.findByText('There was no picture to paste.')).toBeTruthy()
  expect(taken).toEqual([])
  fireEvent.paste(page, { clipboardData: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
  expect(taken).toEqual([[0, 1]])
})
