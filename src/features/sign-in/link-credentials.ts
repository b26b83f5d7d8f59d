/** The user name and secret of a patient's sign-in link; the secret is never a person's password. */
export interface LinkCredentials {
  username: string
  password: string
}

let kept: LinkCredentials | undefined

/**
 * Reads `/login#{username}/{password}`, or the older `/login/{username}/{password}` and
 * `/?username=&password=`, and replaces the address immediately.
 */
export function keepLinkCredentials(): void {
  const found = findLinkCredentials(location)
  if (!found) return
  holdLinkCredentials(found)
  history.replaceState(null, '', '/')
}

/** Holds credentials in memory until they are taken. */
export function holdLinkCredentials(credentials: LinkCredentials): void {
  kept = credentials
}

/** Returns whether a link opened this page whose credentials were not taken yet. */
export function hasLinkCredentials(): boolean {
  return kept !== undefined
}

/** Returns the credentials of the link once, and deletes them. */
export function takeLinkCredentials(): LinkCredentials | undefined {
  const credentials = kept
  kept = undefined
  return credentials
}

/** Returns the credentials in an address; undefined if there are no readable ones. */
export function findLinkCredentials({
  pathname: path,
  search = '',
  hash = '',
}: {
  pathname: string
  search?: string
  hash?: string
}): LinkCredentials | undefined {
  const given = /^\/login\/?$/.test(path) ? `/login/${hash.slice(1)}` : path
  const [, login, username, password, ...more] = given.split('/')
  if (login === 'login' && username && password && more.join('') === '') return decoded(username, password)
  const query = new URLSearchParams(search)
  const [name, secret] = [query.get('username'), query.get('password')]
  return path === '/' && name && secret ? { username: name, password: secret } : undefined
}

function decoded(username: string, password: string): LinkCredentials | undefined {
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
