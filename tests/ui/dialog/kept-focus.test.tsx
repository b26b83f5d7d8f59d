import { Button, Drawer, Modal, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(() => {
  cleanup()
  modals.closeAll()
})
const user = userEvent.setup({ delay: null })

/** A form whose button is disabled while it saves. */
function Form({ saving }: { saving: Promise<void> }) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await saving
    setSaving(false)
  }
  return (
    <>
      <TextInput label="Name" />
      <Button disabled={isSaving} onClick={() => void save()}>
        Save
      </Button>
    </>
  )
}

interface WindowProps {
  children: ReactNode
}
const close = () => undefined
/** A dialog opened by a call, as questions are. */
function Question({ children }: WindowProps) {
  return <button type="button" onClick={() => modals.open({ title: 'Sure?', children })}>{`Ask`}</button>
}
const WINDOWS = {
  'a dialog of the app': ({ children }: WindowProps) => (
    <Dialog opened onClose={close} title="Book">
      {children}
    </Dialog>
  ),
  'a dialog of the library': ({ children }: WindowProps) => (
    <Modal opened onClose={close} title="Book">
      {children}
    </Modal>
  ),
  'a drawer of the library': ({ children }: WindowProps) => (
    <Drawer opened onClose={close} title="Book">
      {children}
    </Drawer>
  ),
  'a question': Question,
  'a question over a dialog': ({ children }: WindowProps) => (
    <Dialog opened onClose={close} title="Book">
      <Question>{children}</Question>
    </Dialog>
  ),
} satisfies Record<string, (props: WindowProps) => ReactNode>

async function openForm(name: keyof typeof WINDOWS, saving = Promise.resolve()) {
  const Window = WINDOWS[name]
  const onBehind = vi.fn()
  renderInApp(
    <>
      <button type="button" onClick={onBehind}>
        Visit of another patient
      </button>
      <Window>
        <Form saving={saving} />
      </Window>
    </>,
  )
  if (name.startsWith('a question')) await user.click(await screen.findByText('Ask'))
  return { save: await screen.findByRole('button', { name: 'Save' }), onBehind }
}

test.each(Object.keys(WINDOWS) as (keyof typeof WINDOWS)[])(
  'in %s a button that is disabled while it saves leaves the focus there, and gets it back',
  async (name) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { save, onBehind } = await openForm(name, promise)
    await user.click(save)
    await waitFor(() => expect(document.activeElement).toBe(save.closest('[role="dialog"]')))
    await user.keyboard('{Enter}')
    expect(onBehind).not.toHaveBeenCalled()
    await act(async () => resolve())
    await waitFor(() => expect(document.activeElement).toBe(save))
  },
)

test.each(Object.keys(WINDOWS) as (keyof typeof WINDOWS)[])(
  'elements behind %s get no focus',
  async (name) => {
    await openForm(name)
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await user.click(field)
    act(() => screen.getByText('Visit of another patient').focus())
    expect(document.activeElement).toBe(field)
  },
)

test('the lock is above every dialog and takes the focus', async () => {
  renderInApp(
    <>
      <div role="dialog" aria-modal="true" aria-label="Locked">
        <input aria-label="Password" />
      </div>
      <Dialog opened onClose={close} title="Book">
        <Form saving={Promise.resolve()} />
      </Dialog>
    </>,
  )
  await user.click(await screen.findByRole('textbox', { name: 'Name' }))
  act(() => screen.getByLabelText('Password').focus())
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('a page without a dialog gives the focus to any element that requests it', async () => {
  renderInApp(<Form saving={Promise.resolve()} />)
  const field = screen.getByRole('textbox', { name: 'Name' })
  act(() => field.focus())
  act(() => screen.getByRole('button', { name: 'Save' }).focus())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
})
