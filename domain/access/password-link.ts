/** Where a link to set a password leads. Its secret stands in the fragment, which browsers send to nobody. */
export const SET_PASSWORD_PATH = '/set-password'

/** The link of a secret on this server's public address. */
export const passwordLink = (publicUrl: string, secret: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${SET_PASSWORD_PATH}#${secret}`

/** The secret in the fragment of an address, or undefined where there is none that could be one. */
export function findPasswordSecret(path: string, hash: string): string | undefined {
  return path === SET_PASSWORD_PATH ? /^#([\w-]{43})$/.exec(hash)?.[1] : undefined
}
