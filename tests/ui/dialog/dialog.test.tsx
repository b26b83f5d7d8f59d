import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { theme } from '#src/app/theme/theme.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { EdgeDrawer } from '#src/ui/dialog/EdgeDrawer.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

/** Renders with the transitions of the real app, which `renderInApp` leaves out. */
function renderMoving(onClose: () => void) {
  render(
    <MantineProvider theme={theme} forceColorScheme="dark">
      <ModalsProvider>
        <Dialog opened onClose={onClose} title="Merge">
          <button type="button">Take back</button>
        </Dialog>
      </ModalsProvider>
    </MantineProvider>,
  )
}

test('Escape closes the dialog below as soon as the question over it is answered', async () => {
  const onClose = vi.fn()
  renderMoving(onClose)
  const answer = confirmAction({ title: 'Sure?', message: 'It is taken back.', confirmLabel: 'Yes' })
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  expect(await answer).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape closes only the question while it is open', async () => {
  const onClose = vi.fn()
  renderMoving(onClose)
  const answer = confirmAction({ title: 'Sure?', message: 'It is taken back.', confirmLabel: 'Yes' })
  await screen.findByRole('button', { name: 'Yes' })
  await userEvent.keyboard('{Escape}')
  expect(await answer).toBe(false)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
})

test('for a dialog over a drawer over a dialog Escape closes one at a time, from the top', async () => {
  const closed: string[] = []
  function Pile() {
    const [left, setLeft] = useState(['below', 'beside', 'above'])
    const take = (name: string) => () => {
      closed.push(name)
      setLeft((before) => before.filter((one) => one !== name))
    }
    return (
      <>
        <Dialog opened={left.includes('below')} onClose={take('below')} title="Below">
          <button type="button">Below</button>
        </Dialog>
        <EdgeDrawer opened={left.includes('beside')} onClose={take('beside')} title="Beside">
          <button type="button">Beside</button>
        </EdgeDrawer>
        <Dialog opened={left.includes('above')} onClose={take('above')} title="Above">
          <button type="button">Above</button>
        </Dialog>
      </>
    )
  }
  renderInApp(<Pile />)
  await screen.findByRole('button', { name: 'Above' })
  for (const rest of [2, 1, 0]) {
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(rest))
  }
  expect(closed).toEqual(['above', 'beside', 'below'])
})
