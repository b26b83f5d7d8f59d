import type { PacsAddress } from '#server/integrations/pacs/open-image-server.ts'

/** An image server with sign-in by user and password, as before OAuth2 and certificates. */
export const BY_PASSWORD = {
  client_id: 'client',
  auth_kind: 'Basic',
  oauth_token_url: '',
  oauth_client_id: '',
  oauth_client_secret: '',
  oauth_scope: '',
  oauth_client_auth: 'client_secret_basic',
  client_certificate: '',
  client_key: '',
  server_ca: '',
} as const satisfies Partial<PacsAddress>
