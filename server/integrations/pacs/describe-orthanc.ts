import { askJson } from './ask-json.ts'
import { ImageServerError, type ImageServerSettings } from './image-server.ts'
import { fieldOf, findOrthanc, textAt } from './orthanc-rest.ts'

/** An image server's description of itself. */
export interface Description {
  /** Its name and its product with version. */
  name: string
  /** The number of studies that it holds. */
  studies: number | undefined
}

/**
 * Returns the name and number of studies of an Orthanc; undefined for other servers, and if it does not return them.
 */
export async function describeOrthanc(
  settings: ImageServerSettings,
  signal: AbortSignal,
): Promise<Description | undefined> {
  try {
    const beside = await findOrthanc(settings, signal)
    if (!beside) return undefined
    const system = await askJson(beside, { path: '/system', signal })
    const statistics = await askJson(beside, { path: '/statistics', signal })
    const product = ['Orthanc', textAt(system, 'Version')].filter(Boolean).join(' ')
    const name = textAt(system, 'Name')
    const count = fieldOf(statistics, 'CountStudies')
    return {
      name: name === undefined ? product : `“${name.slice(0, 64)}” (${product.slice(0, 40)})`,
      studies: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined,
    }
  } catch (error) {
    // Its list was returned, so a missing description is not a failure of the connection.
    if (error instanceof ImageServerError) return undefined
    throw error
  }
}
