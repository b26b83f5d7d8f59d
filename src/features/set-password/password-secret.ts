import { findPasswordSecret, SET_PASSWORD_PATH } from '#domain/access/password-link.ts'

let kept: string | undefined

/**
 * Reads the secret of `/set-password#…` and removes it from the address immediately, so that it is neither in
 * the address bar nor in the history. Keeps it in the page's memory only: after a reload, the link must be
 * opened again.
 */
export function keepPasswordSecret(): void {
  const found = findPasswordSecret(location.pathname, location.hash)
  if (found === undefined) return
  kept = found
  history.replaceState(null, '', SET_PASSWORD_PATH)
}

/** Returns the secret of the link that opened this page; undefined after a reload. */
export const passwordSecret = (): string | undefined => kept

/** Deletes the secret after the password was set. */
export function forgetPasswordSecret(): void {
  kept = undefined
}
