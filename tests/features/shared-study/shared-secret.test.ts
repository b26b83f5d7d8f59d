import { beforeEach, expect, test } from 'vitest'
import { findSharedLink, keepSharedLink, sharedLink } from '#src/features/shared-study/shared-secret.ts'

const SECRET = 'n7pZ0oQ3Yx9fJm2K4cVb6wTa8sLr1dHe5gUi0oPy-_A'

beforeEach(() => history.replaceState(null, '', '/'))

test.each([`/shared/#${SECRET}&report`, `/shared/${SECRET}#report`])(
  'the secret of %s is removed from the address at once and stays in memory',
  (address) => {
    history.replaceState(null, '', address)
    keepSharedLink()
    expect(location.href).not.toContain(SECRET)
    expect(location.pathname).toBe('/shared/open')
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0])
    expect(sharedLink()).toEqual({ secret: SECRET, toReport: true })
  },
)

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

test.each([
  ['/shared/', `#${SECRET}`, { secret: SECRET, toReport: false }],
  ['/shared', `#${SECRET}&report`, { secret: SECRET, toReport: true }],
  ['/shared/', '#short', undefined],
  ['/other', `#${SECRET}`, undefined],
  ['/shared/', `#${SECRET}&else`, undefined],
])('the fragment of %s%s is read', (path, hash, link) => {
  expect(findSharedLink(path, hash)).toEqual(link)
})
