import { SHARED_PATH } from '#domain/sharing/shared-path.ts'

/** The contents of a shared link: its secret, and whether it opens the report directly. */
export interface SharedLink {
  secret: string
  toReport: boolean
}

/** Replaces the secret in the address after the page has read it. */
const TAKEN = 'open'

let kept: SharedLink | undefined

/**
 * Reads `/shared/#{secret}`, or `/shared/{secret}` of an older link, and removes the secret from the address
 * immediately. Keeps it in the page's memory only, until it is exchanged for a session.
 */
export function keepSharedLink(): void {
  const found = findSharedLink(location.pathname, location.hash)
  if (!found) return
  kept = found
  history.replaceState(null, '', `${SHARED_PATH}${TAKEN}`)
}

/** Returns the link that opened this page; undefined after a reload. */
export function sharedLink(): SharedLink | undefined {
  return kept
}

/** Returns the secret in an address; undefined if there is none. */
export function findSharedLink(path: string, hash: string): SharedLink | undefined {
  const [, inPath] = new RegExp(`^${SHARED_PATH}([\\w-]{20,100})/?$`).exec(path) ?? []
  if (inPath !== undefined) return { secret: inPath, toReport: hash === '#report' }
  if (`${path}/`.replace('//', '/') !== SHARED_PATH) return undefined
  const [, secret, report] = /^#([\w-]{20,100})(&report)?$/.exec(hash) ?? []
  return secret === undefined ? undefined : { secret, toReport: report !== undefined }
}
