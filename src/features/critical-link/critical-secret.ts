import { CRITICAL_PATH } from '#domain/sharing/critical-path.ts'

let kept: string | undefined

/**
 * Reads the secret of `/critical#…` and removes it from the address immediately. Keeps it in the page's
 * memory only: after a reload, the link must be opened again.
 */
export function keepCriticalSecret(): void {
  const [, found] = location.pathname === CRITICAL_PATH ? (/^#([\w-]{43})$/.exec(location.hash) ?? []) : []
  if (found === undefined) return
  kept = found
  history.replaceState(null, '', CRITICAL_PATH)
}

/** Returns the secret of the link that opened this page; undefined after a reload. */
export const criticalSecret = (): string | undefined => kept
