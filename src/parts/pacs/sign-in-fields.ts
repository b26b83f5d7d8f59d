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

/** Fields that are irrelevant with the form's other values. */
export function idleFields(values: Values): string[] {
  if (isIndex(values)) return ['auth_kind', ...OAUTH, ...CERTIFICATE]
  const isBlank = (name: string) => isSame(values[name], '')
  const hasTls = values.use_tls === 1
  // The token address is often a server of the site, with its own certificate.
  const isShown = (name: string) =>
    hasTls || !isBlank(name) || (name === 'server_ca' && values.auth_kind === 'OAuth2')
  return [
    // A cleared choice means the default.
    ...((values.auth_kind ?? 'Basic') === 'Basic' ? [] : ACCOUNT),
    ...(values.auth_kind === 'OAuth2' ? [] : OAUTH),
    // Filled fields stay visible: without TLS they cause an error.
    ...CERTIFICATE.filter((name) => name !== 'client_key' && !isShown(name)),
    ...(isBlank('client_certificate') && isBlank('client_key') ? ['client_key'] : []),
  ]
}

/**
 * Returns the submitted values of a form. Fields hidden by the sign-in method are left out and keep their
 * values: nobody can correct them. An index is a database: it always uses user and password, whatever was
 * chosen before its type.
 */
export function tidySignIn(input: Values): Values {
  if (isIndex(input)) {
    const shown = without(input, [...OAUTH, 'client_key'])
    return { ...shown, auth_kind: 'Basic', client_certificate: '', server_ca: '' }
  }
  const auth_kind = input.auth_kind ?? 'Basic'
  const hidden = [...(auth_kind === 'Basic' ? [] : ACCOUNT), ...(auth_kind === 'OAuth2' ? [] : OAUTH)]
  return { ...without(input, hidden), auth_kind }
}

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** Marks the fields required by this sign-in method; the server requires the same. */
export function neededFields(values: Values): NonNullable<FormFieldsProps['widgets']> {
  const isByToken = values.auth_kind === 'OAuth2' && !isIndex(values)
  const needed = isByToken
    ? (['oauth_token_url', 'oauth_client_id', 'oauth_client_secret'] as const)
    : values.auth_kind === 'None' && !isIndex(values)
      ? []
      : (['db_user'] as const)
  return Object.fromEntries(needed.map((name) => [name, { field: { ...pacs.fields[name], required: true } }]))
}

/** The note on the client certificate is below these fields. */
export const BEFORE_NOTE: readonly string[] = Object.keys(pacs.fields).slice(
  0,
  Object.keys(pacs.fields).indexOf('server_ca') + 1,
)
