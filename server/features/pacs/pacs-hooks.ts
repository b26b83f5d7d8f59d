import { sql } from 'kysely'
import type { pacs } from '#contract/masters/pacs.ts'
import { unknownViewerNames, wantsToken } from '#domain/study/viewer-address.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { movedSecrets } from '#server/kernel/keys/moved-secrets.ts'
import type { MasterHooks, SavedInput, StoredRow } from '#server/masters/hooks.ts'
import { countWords } from '#server/masters/use-words.ts'
import { selectShownCertificates } from '../certificates/public/shown-certificates.ts'
import { countFromNow } from '../interfaces/public/count-from-now.ts'
import { renamePeer } from '../interfaces/public/rename-peer.ts'
import { PACS_GOES_TO } from './moved-secrets.ts'
import { type PacsSecret, signInSecrets } from './pacs-secrets.ts'
import { checkSignIn, columnsOfCertificate, isSamePem, type SignIn } from './sign-in-rules.ts'

type Input = SavedInput<typeof pacs>

/**
 * Hooks of image servers: viewer addresses must only have known placeholders (docs/studies.md), and the sign-in
 * settings must be complete.
 */
export const pacsHooks: MasterHooks<typeof pacs> = {
  prepare: async (input, before, { now }) => {
    const signIn = signInOf(input, before)
    const { broken, certificate } = checkSignIn(signIn, now)
    for (const name of ['viewer_url', 'local_viewer_url'] as const) {
      const [unknown] = unknownViewerNames(input[name] ?? '')
      if (unknown) broken[name] = `holds {${unknown}}, which nothing is known for`
    }
    if (input.viewer_open_type === 'Token') {
      if (!input.token_generate_endpoint)
        broken.token_generate_endpoint = 'is required where the viewer opens with a token'
      if (!broken.viewer_url && !wantsToken(input.viewer_url)) broken.viewer_url = 'must hold {TOKEN}'
    }
    const moved = before
      ? movedSecrets(PACS_GOES_TO, { before, after: { ...before, ...given(input) } }, isEntered(input))
      : []
    const used = secretsInUse(signIn, input.viewer_open_type ?? before?.viewer_open_type)
    for (const { name, rule } of moved) if (used.includes(name)) broken[name] ??= rule
    if (Object.keys(broken).length > 0) throw invalid(broken)
    return {
      ...columnsOfCertificate(certificate),
      // Deletes secrets that are unused and were entered for another place; otherwise they would be sent to this one
      // once used.
      ...Object.fromEntries(moved.map(({ name }) => [name, ''])),
      // A key is useless without its certificate.
      ...(certificate === undefined && { client_key: '' }),
    }
  },
  complete: async (rows, { tx }) => {
    const shown = await selectShownCertificates(tx, rows)
    return new Map(
      rows.map(({ id, client_certificate_subject, client_certificate_expires: ends }) => {
        const certificate = shown.get(id)
        return [
          id,
          {
            client_certificate_subject,
            client_certificate_expires: ends instanceof Date ? ends.toISOString() : '',
            server_certificate_subject: certificate?.subject ?? '',
            server_certificate_expires: certificate?.ends.toISOString() ?? '',
          },
        ]
      }),
    )
  },
  // The log of the interfaces identifies the server by its name.
  afterSave: async (_id, { name, status }, before, ctx) => {
    if (typeof before?.name === 'string')
      await renamePeer(ctx, { kind: 'pacs_poll', from: before.name, to: name })
    if (status === 1 && before?.active !== true) await countFromNow(ctx, { kind: 'pacs_poll', name })
  },
  usedIn: async (id, { tx, caller }) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from study
      where client_id = ${caller.clientId} and pacs_id = ${id} and hidden is null`.execute(tx)
    const n = rows[0]?.n ?? 0
    return n > 0 ? [countWords(n, 'study')] : []
  },
}

/** Returns the settings after the save: omitted fields keep their values. */
function signInOf(input: Input, before: StoredRow | undefined): SignIn {
  const textAfter = (name: keyof Input, initial = ''): string => {
    const given = input[name] === undefined ? before?.[name] : input[name]
    return typeof given === 'string' ? given : initial
  }
  const isSame = (name: 'client_certificate' | 'server_ca') => isSamePem(textAfter(name), before?.[name])
  return {
    type: input.type,
    use_tls: input.use_tls === undefined ? before?.use_tls === true : input.use_tls === 1,
    db_user: textAfter('db_user'),
    auth_kind: textAfter('auth_kind', 'Basic'),
    oauth_token_url: textAfter('oauth_token_url'),
    oauth_client_id: textAfter('oauth_client_id'),
    hasClientSecret: textAfter('oauth_client_secret') !== '',
    client_certificate: textAfter('client_certificate'),
    client_key: input.client_key ?? undefined,
    storedPrint: typeof before?.client_key_print === 'string' ? before.client_key_print : '',
    server_ca: textAfter('server_ca'),
    isSameCertificate: isSame('client_certificate'),
    isSameCa: isSame('server_ca'),
  }
}

/** Omitted fields keep their values. */
const given = (input: Input) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

const isEntered = (input: Input) => (name: PacsSecret) => typeof input[name] === 'string'

const secretsInUse = (signIn: SignIn, viewerOpens: unknown): PacsSecret[] => [
  ...signInSecrets(signIn),
  ...(viewerOpens === 'Token' ? (['token_auth_pwd'] as const) : []),
]
