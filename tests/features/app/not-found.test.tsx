import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { NotFound } from '#src/app/pages/NotFound.tsx'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

async function goHomeFrom(path: string): Promise<unknown[][]> {
  history.replaceState(null, '', path)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  renderInApp(<NotFound />, path)
  await userEvent.click(screen.getByRole('button', { name: 'Back Home' }))
  return assign.mock.calls
}

test.each(['/shared/', '/verify-signature/x'])(
  'from %s, which works without the service worker, the home is loaded again',
  async (path) => expect(await goHomeFrom(path)).toEqual([['/dashboard']]),
)

test('the home opens from any other address without a page load', async () =>
  expect(await goHomeFrom('/no-such-page')).toEqual([]))
