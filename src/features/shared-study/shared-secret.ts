import { SHARED_PATH } from '#domain/sharing/shared-path.ts'

/** What a shared link carries: its secret, and whether it leads to the report at once. */
export interface SharedLink {
  secret: string
  toReport: boolean
}

/** Stands in the place of the secret once the page has it. */
const TAKEN = 'open'

let kept: SharedLink | undefined

/**
 * Reads `/shared/{secret}` and takes the secret out of the address at once, so that it stays neither in the address bar
 * nor in the history nor in a referrer. It lives in this page's memory only: a reload needs the link again.
 */
export function keepSharedLink(): void {
  const found = findSharedLink(location.pathname, location.hash)
  if (!found) return
  kept = found
  history.replaceState(null, '', `${SHARED_PATH}${TAKEN}`)
}

/** The link that opened this page; undefined after a reload. */
export function sharedLink(): SharedLink | undefined {
  return kept
}

/** The secret in a path, or undefined where there is none. */
export function findSharedLink(path: string, hash: string): SharedLink | undefined {
  const [, secret] = new RegExp(`^${SHARED_PATH}([\\w-]{20,100})/?$`).exec(path) ?? []
  return secret === undefined ? undefined : { secret, toReport: hash === '#report' }
}
