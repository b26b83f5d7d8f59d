import { beforeEach, expect, test } from 'vitest'
import {
  findLinkCredentials,
  keepLinkCredentials,
  takeLinkCredentials,
} from '#src/features/sign-in/link-credentials.ts'

beforeEach(() => {
  takeLinkCredentials()
  history.replaceState(null, '', '/')
})

test('a link by path carries user name and secret', () => {
  expect(findLinkCredentials({ pathname: '/login/p.iyer%40mail.in/s%2Fcret' })).toEqual({
    username: 'p.iyer@mail.in',
    password: 's/cret',
  })
})

test('a link carries user name and secret in its fragment', () => {
  expect(findLinkCredentials({ pathname: '/login', hash: '#p.iyer%40mail.in/s-cret' })).toEqual({
    username: 'p.iyer@mail.in',
    password: 's-cret',
  })
  expect(findLinkCredentials({ pathname: '/archives', hash: '#p.iyer/s-cret' })).toBeUndefined()
  expect(findLinkCredentials({ pathname: '/login', hash: '#p.iyer' })).toBeUndefined()
})

test('a link by query is read on the sign-in page only', () => {
  const query = '?username=asha&password=s%20e'
  expect(findLinkCredentials({ pathname: '/', search: query })).toEqual({ username: 'asha', password: 's e' })
  expect(findLinkCredentials({ pathname: '/archives', search: query })).toBeUndefined()
})

test.each(['/login/only-a-name', '/login//secret', '/login/a/b/c', '/login/%E0%A4%A/x', '/'])(
  '%s is no sign-in link',
  (path) => {
    expect(findLinkCredentials({ pathname: path })).toBeUndefined()
  },
)

test.each(['/login/asha/secret', '/login#asha/secret'])(
  'the address %s is replaced at once and the credentials are handed over once',
  (address) => {
    history.replaceState(null, '', address)
    keepLinkCredentials()
    expect(location.pathname).toBe('/')
    expect(location.href).not.toContain('secret')
    expect(takeLinkCredentials()).toEqual({ username: 'asha', password: 'secret' })
    expect(takeLinkCredentials()).toBeUndefined()
  },
)

test('an address without credentials stays unchanged', () => {
  history.replaceState(null, '', '/archives?k=CT')
  keepLinkCredentials()
  expect(location.pathname + location.search).toBe('/archives?k=CT')
})
