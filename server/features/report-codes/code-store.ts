import { randomInt } from 'node:crypto'
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/message/report-code.ts'
import { secretHash } from '#server/kernel/auth/secret.ts'
import type { Tx } from '#server/kernel/context.ts'
import { SecretLostError, type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'

/** A code as printed on papers. */
export interface ReportCode {
  code: string
  expires: Date
}

export interface CodeWish {
  clientId: string
  visitId: string
  /** The validity of a new code in days. */
  days: number
  now: Date
}

const DAY_MS = 86_400_000
const contextOf = (clientId: string, visitId: string) =>
  secretContext(clientId, 'report_code', visitId, 'code_sealed')

/**
 * Returns the code of a visit: the one already printed, or a new one if there is none, if it has expired, or if the
 * key that encrypts it is lost. A request that the patient made stays.
 */
export async function codeOfVisit(tx: Tx, secrets: Secrets, wish: CodeWish): Promise<ReportCode> {
  const { clientId, visitId, days, now } = wish
  // Locks the visit, so that two desks that print at once wait for each other.
  await tx
    .selectFrom('visit')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', '=', visitId)
    .forNoKeyUpdate()
    .execute()
  const known = await tx
    .selectFrom('report_code')
    .select(['code_sealed', 'expires'])
    .where('client_id', '=', clientId)
    .where('visit_id', '=', visitId)
    .executeTakeFirst()
  if (known && known.expires > now) {
    const code = await openCode(secrets, contextOf(clientId, visitId), known.code_sealed)
    if (code !== undefined) return { code, expires: known.expires }
  }
  const code = randomCode()
  const expires = new Date(now.getTime() + days * DAY_MS)
  const columns = {
    code_hash: secretHash(code),
    code_sealed: await secrets.seal(contextOf(clientId, visitId), code),
    created: now,
    expires,
  }
  await tx
    .insertInto('report_code')
    .values({ client_id: clientId, visit_id: visitId, ...columns })
    .onConflict((conflict) => conflict.columns(['client_id', 'visit_id']).doUpdateSet(columns))
    .execute()
  return { code, expires }
}

async function openCode(secrets: Secrets, context: string, stored: string): Promise<string | undefined> {
  try {
    return await secrets.open(context, stored)
  } catch (error) {
    if (error instanceof SecretLostError) return undefined
    throw error
  }
}

const randomCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Returns the visit of a valid code, locked; undefined if there is no such code. */
export async function findAskedVisit(
  tx: Tx,
  { clientId, code, now }: { clientId: string; code: string; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('report_code')
    .select('visit_id')
    .where('client_id', '=', clientId)
    .where('code_hash', '=', secretHash(code))
    .where('expires', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row?.visit_id
}
