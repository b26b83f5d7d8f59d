import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { confirmTyped } from '#src/ui/dialog/confirm-typed.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(cleanup)

const refusesOnce = () =>
  vi.fn(async () => undefined).mockRejectedValueOnce(new Error('It is used by 3 services'))
const ask = (act: () => Promise<unknown>) =>
  confirmAct({ title: 'Delete', message: 'CT Room 1', confirmLabel: 'Delete', danger: true, act })

test('a refusal is shown in the question, which stays open and has the focus; then the act succeeds', async () => {
  renderInApp(null)
  const act = refusesOnce()
  const answer = ask(act)
  const question = await screen.findByRole('dialog', { name: 'Delete' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  const said = await within(question).findByRole('alert')
  expect(said.textContent).toBe('It is used by 3 services')
  await waitFor(() => expect(document.activeElement).toBe(said))
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await answer).toBe(true)
  expect(act).toHaveBeenCalledTimes(2)
})

test('a question that is closed after a refusal returns no', async () => {
  renderInApp(null)
  const answer = ask(refusesOnce())
  const question = await screen.findByRole('dialog', { name: 'Delete' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await within(question).findByRole('alert')
  await userEvent.keyboard('{Escape}')
  expect(await answer).toBe(false)
})

test('a question that is closed during the request returns no, and the refusal is shown at the edge', async () => {
  renderInApp(null)
  const refused = Promise.withResolvers<void>()
  const answer = ask(() => refused.promise)
  const question = await screen.findByRole('dialog', { name: 'Delete' })
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  refused.reject(new Error('It is used by 3 services'))
  expect(await answer).toBe(false)
  expect((await screen.findByRole('alert')).textContent).toContain('It is used by 3 services')
})

test('the refusal of an act with typed words is shown beside its button too', async () => {
  renderInApp(null)
  const act = refusesOnce()
  const answer = confirmTyped({
    title: 'Discard',
    message: '',
    phrase: 'DISCARD',
    confirmLabel: 'Discard',
    act,
  })
  const question = await screen.findByRole('dialog', { name: 'Discard' })
  await userEvent.type(within(question).getByRole('textbox'), 'discard{Enter}')
  expect((await within(question).findByRole('alert')).textContent).toBe('It is used by 3 services')
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  expect(await answer).toBe(true)
})
