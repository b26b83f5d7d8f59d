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
 * Reads `/shared/#{secret}`, or `/shared/{secret}` of an older link, and takes the secret out of the address at once. It
 * lives in this page's memory only, until it is exchanged for a session.
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

/** The secret in an address, or undefined where there is none. */
export function findSharedLink(path: string, hash: string): SharedLink | undefined {
  const [, inPath] = new RegExp(`^${SHARED_PATH}([\\w-]{20,100})/?$`).exec(path) ?? []
  if (inPath !== undefined) return { secret: inPath, toReport: hash === '#report' }
  if (`${path}/`.replace('//', '/') !== SHARED_PATH) return undefined
  const [, secret, report] = /^#([\w-]{20,100})(&report)?$/.exec(hash) ?? []
  return secret === undefined ? undefined : { secret, toReport: report !== undefined }
}
