import { useEffect } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { imagesReason, openImagesByItself } from './open-images.ts'

/** Opens the images beside a report that was just opened, where the client wants that and the network is there. */
export function useImagesByItself(study: StudyRow): void {
  const { online: isOnline } = useLink()
  const canOpen = useStableCallback(() => imagesReason(study, isOnline) === undefined)
  useEffect(() => {
    const left = new AbortController()
    // Nobody asked for it: what fails is told when the person opens the images by hand.
    if (canOpen()) openImagesByItself({ study_id: study.study_id }, left.signal).catch(() => undefined)
    return () => left.abort()
  }, [study.study_id, canOpen])
}
