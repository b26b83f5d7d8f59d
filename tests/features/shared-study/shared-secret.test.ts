import { beforeEach, expect, test } from 'vitest'
import { findSharedLink, keepSharedLink, sharedLink } from '#src/features/shared-study/shared-secret.ts'

const SECRET = 'n7pZ0oQ3Yx9fJm2K4cVb6wTa8sLr1dHe5gUi0oPy-_A'

beforeEach(() => history.replaceState(null, '', '/'))

test('the secret of a shared link leaves the address at once and stays in memory', () => {
  history.replaceState(null, '', `/shared/${SECRET}#report`)
  keepSharedLink()
  expect(location.href).not.toContain(SECRET)
  expect(location.pathname).toBe('/shared/open')
  expect(sharedLink()).toEqual({ secret: SECRET, toReport: true })
})

test.each([
  '/shared/open',
  '/shared/',
  '/shared/short',
  `/shared/${SECRET}/more`,
  `/other/${SECRET}`,
  '/shared/with space and more letters',
])('%s carries no secret', (path) => {
  expect(findSharedLink(path, '')).toBeUndefined()
})
