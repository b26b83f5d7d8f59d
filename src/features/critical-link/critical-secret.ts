import { CRITICAL_PATH } from '#domain/sharing/critical-path.ts'

let kept: string | undefined

/**
 * Reads the secret of `/critical#…` and takes it out of the address at once. It lives in this page's memory only: a
 * reload needs the link again.
 */
export function keepCriticalSecret(): void {
  const [, found] = location.pathname === CRITICAL_PATH ? (/^#([\w-]{43})$/.exec(location.hash) ?? []) : []
  if (found === undefined) return
  kept = found
  history.replaceState(null, '', CRITICAL_PATH)
}

/** The secret of the link that opened this page; undefined after a reload. */
export const criticalSecret = (): string | undefined => kept
