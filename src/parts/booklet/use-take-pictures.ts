import { keepFile } from '#src/sync/files/keep-file.ts'
import { preparePicture } from './prepare-picture.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/**
 * Adds pictures to the booklet: each is checked by its bytes, shrunk, and stored on this device as a file of the study;
 * only then is it put into its cell. A refused one does not affect the others; resolves to the reasons, empty if all
 * were taken.
 */
export function useTakePictures(
  studyId: string,
  put: (at: number, fileIds: readonly string[]) => number,
): (at: number, files: readonly File[]) => Promise<string[]> {
  return async (at, files) => {
    const refusals: string[] = []
    const fileIds: string[] = []
    for (const file of files) {
      const prepared = await preparePicture(file)
      if (!prepared.ok) {
        refusals.push(`${file.name}: ${prepared.refusal.message}`)
        continue
      }
      try {
        fileIds.push(await keepFile(prepared.picture, 'booklet_image', studyId))
      } catch (error) {
        refusals.push(`${WORDS.failedSave}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    if (put(at, fileIds) > 0) refusals.push(WORDS.full)
    return refusals
  }
}
