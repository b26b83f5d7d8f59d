import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReadAnew } from '#src/app/frame/ReadAnew.tsx'
import { noteReadAnew, useHistoryChange } from '#src/sync/journal/use-history-change.ts'
import { setEditorDirty } from '#src/ui/unsaved/dirty-editors.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

vi.mock('#src/sync/journal/use-history-change.ts', () => ({
  useHistoryChange: vi.fn(),
  noteReadAnew: vi.fn(async () => undefined),
}))

let opened = 0
function Screen() {
  const [no] = useState(() => ++opened)
  return <p>Screen {no}</p>
}
const show = () => {
  renderInApp(
    <ReadAnew>
      <Screen />
    </ReadAnew>,
  )
}

beforeEach(() => {
  opened = 0
  vi.mocked(useHistoryChange).mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  act(() => setEditorDirty('tag', false))
})

test('a screen stays open while the server’s history is unchanged', () => {
  show()
  expect(screen.getByText('Screen 1')).toBeDefined()
  expect(noteReadAnew).not.toHaveBeenCalled()
})

test('after a restore the screen is reopened if nobody typed', async () => {
  vi.mocked(useHistoryChange).mockReturnValue('second')
  show()
  expect(await screen.findByText('Screen 2')).toBeDefined()
  expect(noteReadAnew).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('typed text is not discarded: the person is informed, and reopens the screen', async () => {
  setEditorDirty('tag', true)
  vi.mocked(useHistoryChange).mockReturnValue('second')
  show()
  expect(screen.getByRole('alert').textContent).toMatch(/The server was restored from a backup/)
  expect(screen.getByText('Screen 1')).toBeDefined()
  expect(noteReadAnew).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Open it anew' }))
  expect(await screen.findByText('Screen 2')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})
