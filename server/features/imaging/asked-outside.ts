import { Refusal } from '#contract/kernel/error-codes.ts'
import { ImageServerError } from '#server/integrations/pacs/image-server.ts'

/** What somebody outside answers; where they do not, a refusal in the same plain words. */
export async function askedOutside<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ImageServerError) throw new Refusal('unavailable', error.message)
    throw error
  }
}
