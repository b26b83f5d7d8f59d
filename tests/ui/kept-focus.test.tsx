import { Button, TextInput } from '@mantine/core'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '#src/ui/Dialog.tsx'
import { renderInApp } from '#tests/helpers/render-in-app.tsx'

afterEach(cleanup)
const user = userEvent.setup({ delay: null })
const onBehind = vi.fn()

/** A form in a dialog over a page with a button of its own. */
function Page({ saving }: { saving: Promise<void> }) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await saving
    setSaving(false)
  }
  return (
    <>
      <button type="button" onClick={onBehind}>
        Visit of another patient
      </button>
      <Dialog opened onClose={() => undefined} title="Book">
        <TextInput label="Name" />
        <Button disabled={isSaving} onClick={() => void save()}>
          Save
        </Button>
      </Dialog>
    </>
  )
}

test('a button that is switched off while it saves leaves the focus in its dialog, and gets it back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  renderInApp(<Page saving={promise} />)
  const save = await screen.findByRole('button', { name: 'Save' })
  await user.click(save)
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'))
  await act(async () => resolve())
  await waitFor(() => expect(document.activeElement).toBe(save))
})

test('what lies behind an open dialog gets no focus', async () => {
  renderInApp(<Page saving={Promise.resolve()} />)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.click(name)
  act(() => screen.getByText('Visit of another patient').focus())
  expect(document.activeElement).toBe(name)
})
