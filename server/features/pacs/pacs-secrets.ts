/** The columns of an image server that are stored encrypted. */
export const PACS_SECRETS = ['db_password', 'oauth_client_secret', 'client_key', 'token_auth_pwd'] as const
export type PacsSecret = (typeof PACS_SECRETS)[number]
export type SignInSecret = Exclude<PacsSecret, 'token_auth_pwd'>

interface Signing {
  auth_kind: string
  client_certificate: string
}

/** Returns the secrets that the sign-in at an image server needs. */
export const signInSecrets = ({ auth_kind, client_certificate }: Signing): SignInSecret[] => [
  ...(auth_kind === 'Basic' ? (['db_password'] as const) : []),
  ...(auth_kind === 'OAuth2' ? (['oauth_client_secret'] as const) : []),
  ...(client_certificate.trim() === '' ? [] : (['client_key'] as const)),
]
