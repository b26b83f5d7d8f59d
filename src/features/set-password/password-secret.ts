import { findPasswordSecret, SET_PASSWORD_PATH } from '#domain/access/password-link.ts'

let kept: string | undefined

/**
 * Reads the secret of `/set-password#…` and takes it out of the address at once, so that it stays neither in the address
 * bar nor in the history. It lives in this page's memory only: a reload needs the link again.
 */
export function keepPasswordSecret(): void {
  const found = findPasswordSecret(location.pathname, location.hash)
  if (found === undefined) return
  kept = found
  history.replaceState(null, '', SET_PASSWORD_PATH)
}

/** The secret of the link that opened this page; undefined after a reload. */
export const passwordSecret = (): string | undefined => kept

/** Forgets it: the password is set. */
export function forgetPasswordSecret(): void {
  kept = undefined
}
