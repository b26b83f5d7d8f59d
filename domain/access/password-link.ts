/** The path of a link to set a password. Its secret is in the fragment, which browsers never send. */
export const SET_PASSWORD_PATH = '/set-password'

/** The link for a secret on this server's public address. */
export const passwordLink = (publicUrl: string, secret: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${SET_PASSWORD_PATH}#${secret}`

/** The secret in the fragment of an address, or undefined if there is no possible one. */
export function findPasswordSecret(path: string, hash: string): string | undefined {
  return path === SET_PASSWORD_PATH ? /^#([\w-]{43})$/.exec(hash)?.[1] : undefined
}
