import { pacs } from '#contract/masters/pacs.ts'
import type { FormFieldsProps } from '#src/ui/master/FormFields.tsx'
import { isSame, type Values } from '#src/ui/master/form-values.ts'

const ACCOUNT = ['db_user', 'db_password'] as const
const OAUTH = [
  'oauth_token_url',
  'oauth_client_id',
  'oauth_client_secret',
  'oauth_scope',
  'oauth_client_auth',
] as const
const CERTIFICATE = ['client_certificate', 'client_key', 'server_ca'] as const

const isIndex = ({ type }: Values) => type === 'Lite_Postgres'

/** Fields that the other values of the form leave nothing to say in. */
export function idleFields(values: Values): string[] {
  if (isIndex(values)) return ['auth_kind', ...OAUTH, ...CERTIFICATE]
  const isBlank = (name: string) => isSame(values[name], '')
  const hasTls = values.use_tls === 1
  return [
    // A choice that was taken back is the usual one.
    ...((values.auth_kind ?? 'Basic') === 'Basic' ? [] : ACCOUNT),
    ...(values.auth_kind === 'OAuth2' ? [] : OAUTH),
    // What is filled in stays in sight: without TLS it stands in the way.
    ...CERTIFICATE.filter((name) => name !== 'client_key' && !hasTls && isBlank(name)),
    ...(isBlank('client_certificate') && isBlank('client_key') ? ['client_key'] : []),
  ]
}

/** An index is a database: it is signed in at by user and password, whatever the form said before its type was chosen. */
export function tidySignIn(input: Values): Values {
  if (!isIndex(input)) return { ...input, auth_kind: input.auth_kind ?? 'Basic' }
  const { client_key: _, ...others } = input
  return { ...others, auth_kind: 'Basic', client_certificate: '', server_ca: '' }
}

/** The stars of what this way of signing in needs; the server asks for the same. */
export function neededFields(values: Values): NonNullable<FormFieldsProps['widgets']> {
  const isByToken = values.auth_kind === 'OAuth2' && !isIndex(values)
  const needed = isByToken
    ? (['oauth_token_url', 'oauth_client_id', 'oauth_client_secret'] as const)
    : values.auth_kind === 'None' && !isIndex(values)
      ? []
      : (['db_user'] as const)
  return Object.fromEntries(needed.map((name) => [name, { field: { ...pacs.fields[name], required: true } }]))
}

/** Where the note on the client certificate stands: below these fields. */
export const BEFORE_NOTE: readonly string[] = Object.keys(pacs.fields).slice(
  0,
  Object.keys(pacs.fields).indexOf('server_ca') + 1,
)
