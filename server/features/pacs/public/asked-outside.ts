import { Refusal } from '#contract/kernel/error-codes.ts'
import { ImageServerError } from '#server/integrations/pacs/image-server.ts'

/** Returns the answer of an outside system; turns a failure into a refusal with its message. */
export async function askedOutside<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ImageServerError) throw new Refusal('unavailable', error.message)
    throw error
  }
}
