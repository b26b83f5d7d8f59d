import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RefusedPictures } from '#src/features/report/delivery/RefusedPictures.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const seams = vi.hoisted(() => ({ refused: [] as unknown[], retried: [] as string[][] }))
vi.mock('#src/sync/files/refused-files.ts', () => ({
  useRefusedFiles: () => seams.refused,
  retryFiles: async (ids: string[]) => void seams.retried.push(ids),
}))

afterEach(cleanup)

const PICTURE = { id: 'p', purpose: 'report_image', reason: 'Too large.' }
const DOCUMENT = { id: 'd', purpose: 'document', reason: 'No such tag.' }

test('the editor reports refused pictures of its text, and no refused document', () => {
  seams.refused = [DOCUMENT]
  renderInApp(<RefusedPictures studyId="study" />)
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  seams.refused = [DOCUMENT, PICTURE]
  renderInApp(<RefusedPictures studyId="study" />)
  expect(screen.getByRole('alert').textContent).toContain('The server refused a picture')
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  expect(seams.retried).toEqual([['p']])
})
