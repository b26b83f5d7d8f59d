import { askJson } from './ask-json.ts'
import { ImageServerError, type ImageServerSettings } from './image-server.ts'
import { fieldOf, findOrthanc, textAt } from './orthanc-rest.ts'

/** What an image server says of itself. */
export interface Description {
  /** Its own name and its product with the version. */
  name: string
  /** How many studies it holds. */
  studies: number | undefined
}

/** Name and number of studies of an Orthanc; undefined for every other server, and for one that does not tell. */
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
    // Its list was answered: that it does not speak of itself is no failure of the connection.
    if (error instanceof ImageServerError) return undefined
    throw error
  }
}
