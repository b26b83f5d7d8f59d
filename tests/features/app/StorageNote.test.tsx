import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { StorageNote } from '#src/app/frame/StorageNote.tsx'
import { reportStorageProblem } from '#src/sync/storage/storage-problem.ts'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'

afterEach(() => {
  reportStorageProblem(undefined)
  cleanup()
})

test('a device that cannot keep work says so in an alert until it can again', () => {
  renderInApp(<StorageNote />)
  expect(screen.queryByText(/another window/)).toBeNull()
  act(() => reportStorageProblem('Close the other window of Readroom: it is an older one.'))
  expect(screen.getByRole('alert').textContent).toContain('Close the other window')
  act(() => reportStorageProblem(undefined))
  expect(screen.queryByRole('alert')).toBeNull()
})
