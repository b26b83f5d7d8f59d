import type { pacsCalls } from '#contract/calls/pacs.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { pacs as master } from '#contract/masters/pacs.ts'
import type { PacsAddress } from '#server/integrations/pacs/open-image-server.ts'
import type { LiveContext } from '#server/kernel/http/serve-live-calls.ts'
import { webOrigin } from '#server/kernel/keys/moved-secrets.ts'
import type { OutsideDeps } from '#server/kernel/way-out/outside-deps.ts'
import { demandWrite } from '#server/masters/rights.ts'
import { hostOf, tlsOf } from './moved-secrets.ts'
import { type SignInSecret, signInSecrets } from './pacs-secrets.ts'
import { askedOutside } from './public/asked-outside.ts'
import { openPacs } from './public/open-pacs.ts'
import { findPacs, type PacsRow } from './public/store.ts'
import { brokenWords, checkSignIn } from './sign-in-rules.ts'

type Asked = ParsedInputOf<typeof pacsCalls.testConnection>

/** The address to test; `words` is a message for the person if the test makes no sense. */
interface ToTest {
  address: PacsAddress
  words: string | undefined
}

/**
 * Returns the address from the form's values. A secret that was not entered again is the stored one, and is sent only
 * to the stored host and the stored token address.
 */
export async function addressToTest(
  { secrets }: OutsideDeps,
  input: Asked,
  live: LiveContext,
): Promise<ToTest> {
  const { stored, typed, now } = await live.tenant(async (ctx) => {
    demandWrite(master, ctx.caller)
    const stored = input.id === undefined ? undefined : await findPacs(ctx, input.id)
    const typed = typedAddress(ctx.caller.clientId, input, stored)
    await ctx.audit('test_connection', 'pacs', input.id, {
      host: input.db_host,
      port: input.db_port,
      ...(typed.auth_kind === 'OAuth2' && { token_host: tokenHostOf(typed) }),
    })
    return { stored, typed, now: ctx.now }
  })
  const wanted = signInSecrets(typed).filter((name) => input[name] === undefined)
  if (stored) demandSamePlace(stored, typed, wanted)
  const opened = stored && (await askedOutside(openPacs(secrets, stored, wanted)))
  const address = {
    ...typed,
    db_password: input.db_password ?? opened?.db_password ?? '',
    oauth_client_secret: input.oauth_client_secret ?? opened?.oauth_client_secret ?? '',
    client_key: input.client_key ?? opened?.client_key ?? '',
  }
  return { address, words: wordsOf(address, now) }
}

type Typed = Omit<PacsAddress, SignInSecret>

const typedAddress = (clientId: string, input: Asked, stored: PacsRow | undefined): Typed => ({
  client_id: clientId,
  type: input.type,
  use_tls: input.use_tls === 1,
  db_host: input.db_host.trim(),
  db_port: input.db_port,
  db_name: input.db_name.trim(),
  db_user: input.db_user,
  auth_kind: input.auth_kind ?? stored?.auth_kind ?? 'Basic',
  oauth_token_url: (input.oauth_token_url ?? stored?.oauth_token_url ?? '').trim(),
  oauth_client_id: (input.oauth_client_id ?? stored?.oauth_client_id ?? '').trim(),
  oauth_scope: (input.oauth_scope ?? stored?.oauth_scope ?? '').trim(),
  oauth_client_auth: input.oauth_client_auth ?? stored?.oauth_client_auth ?? 'client_secret_basic',
  client_certificate: input.client_certificate ?? stored?.client_certificate ?? '',
  server_ca: input.server_ca ?? stored?.server_ca ?? '',
})

// Without the path, and without credentials that the URL may contain.
const tokenHostOf = ({ oauth_token_url: url }: Typed) => (URL.canParse(url) ? new URL(url).host : '')

function demandSamePlace(stored: PacsRow, typed: Typed, wanted: readonly SignInSecret[]): void {
  const moved = wanted.filter((name) => stored[name] !== '')
  if (moved.length === 0) return
  if (hostOf(stored) !== hostOf(typed))
    throw new Refusal(
      'refused',
      moved.includes('db_password')
        ? 'Enter the password again: the stored one is sent to the stored host and port only.'
        : 'Enter the client secret and the private key again: the stored ones are used for the stored host and port only.',
    )
  if (tlsOf(stored) !== tlsOf(typed))
    throw new Refusal(
      'refused',
      `Enter the ${moved.includes('db_password') ? 'password' : 'client secret and the private key'} again: TLS is switched on or off.`,
    )
  if (
    moved.includes('oauth_client_secret') &&
    webOrigin(stored.oauth_token_url) !== webOrigin(typed.oauth_token_url)
  )
    throw new Refusal(
      'refused',
      'Enter the client secret again: the stored one is sent to the stored token address only.',
    )
}

function wordsOf(address: PacsAddress, now: Date): string | undefined {
  const { broken } = checkSignIn(
    {
      ...address,
      // Tests without a user too: the image server decides whether it needs one.
      db_user: 'anybody',
      hasClientSecret: address.oauth_client_secret !== '',
      client_key: address.client_key,
      storedPrint: '',
      isSameCertificate: false,
      isSameCa: false,
    },
    now,
  )
  return brokenWords(broken)
}
