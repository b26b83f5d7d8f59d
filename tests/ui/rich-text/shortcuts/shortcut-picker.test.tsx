import { RichTextEditor } from '@mantine/tiptap'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ShortcutPicker } from '#src/ui/rich-text/shortcuts/ShortcutPicker.tsx'
import type { GivenShortcuts } from '#src/ui/rich-text/shortcuts/typed-shortcuts.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

async function open(shortcuts: GivenShortcuts) {
  renderInApp(
    <RichTextEditor editor={null}>
      <ShortcutPicker shortcuts={shortcuts} onPick={() => undefined} />
    </RichTextEditor>,
  )
  await userEvent.click(screen.getByRole('button', { name: /shortcut/i }))
}

test('while shortcuts are loading no message says that there are none', async () => {
  await open('loading')
  expect(await screen.findByText('Shortcuts are loading.')).toBeTruthy()
  expect(screen.queryByText('No shortcuts yet.')).toBeNull()
})

test('once loaded without shortcuts it says so', async () => {
  await open([])
  expect(await screen.findByText('No shortcuts yet.')).toBeTruthy()
})
