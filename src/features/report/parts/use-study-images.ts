import { useMemo } from 'react'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'

/** Stores the pictures of a study's reports on this device first, and sends them when the server is reachable. */
export function useStudyImages(studyId: string) {
  return useMemo(
    () => ({
      keep: (picture: Blob) => keepFile(picture, 'report_image', studyId),
      load: imageUrlOf,
    }),
    [studyId],
  )
}
