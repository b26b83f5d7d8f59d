import { keepFile } from '#src/sync/files/keep-file.ts'
import { notifyError } from '#src/ui/notify.ts'
import { preparePicture } from './prepare-picture.ts'
import { BOOKLET_WORDS as WORDS } from './words.ts'

/**
 * Takes pictures into the booklet: each is checked by its bytes, made smaller, and kept on this device as a file of
 * the study; only then is it put into its cell. What is refused is told with its reason and costs the others nothing.
 */
export function useTakePictures(
  studyId: string,
  put: (at: number, fileIds: readonly string[]) => number,
): (at: number, files: readonly File[]) => Promise<void> {
  return async (at, files) => {
    if (files.length === 0) return
    const fileIds: string[] = []
    for (const file of files) {
      const prepared = await preparePicture(file)
      if (!prepared.ok) {
        notifyError(prepared.refusal.message, prepared.refusal.title)
        continue
      }
      try {
        fileIds.push(await keepFile(prepared.picture, 'booklet_image', studyId))
      } catch (error) {
        notifyError(error, WORDS.failedSave)
      }
    }
    if (put(at, fileIds) > 0) notifyError(WORDS.full, WORDS.title)
  }
}
