import { NotTakenError } from '#server/integrations/outgoing-report.ts'
import { SecretLostError, type Secrets, type StoredSecret } from '#server/kernel/keys/secrets.ts'

/** Opens a partner's password or token for one request to the partner; throws NotTakenError if it is lost. */
export async function openForPartner(secrets: Secrets, { context, stored }: StoredSecret): Promise<string> {
  try {
    return await secrets.open(context, stored)
  } catch (error) {
    if (error instanceof SecretLostError) throw new NotTakenError(error.message, '', { cause: error })
    throw error
  }
}
