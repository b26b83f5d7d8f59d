import { useEffect } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { imagesReason, openImagesByItself } from './open-images.ts'

/** Opens the images beside a report that was just opened, if the client wants that and the device is online. */
export function useImagesByItself(study: StudyRow): void {
  const { online: isOnline } = useLink()
  const canOpen = useStableCallback(() => imagesReason(study, isOnline) === undefined)
  useEffect(() => {
    const left = new AbortController()
    // Automatic, so failures are shown only when the person opens the images manually.
    if (canOpen()) openImagesByItself({ study_id: study.study_id }, left.signal).catch(() => undefined)
    return () => left.abort()
  }, [study.study_id, canOpen])
}
