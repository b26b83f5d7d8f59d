import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { imagingCalls } from '#contract/calls/imaging.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { canBeFramed, ForeignFrame } from '#src/ui/files/ForeignFrame.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { OpenImagesButton } from './OpenImagesButton.tsx'
import { IMAGES_WORDS as WORDS } from './words.ts'

/**
 * The viewer of a study in a frame beside the text (docs/studies.md#dialogs); one that cannot be framed opens in a tab.
 */
export function ImagesBeside({ study }: { study: StudyRow }) {
  const { address, error } = useViewerAddress(study.study_id)
  if (error) return <ErrorNote title={WORDS.failed} message={error.message} />
  if (address === undefined) return <SkeletonRows rows={8} />
  if (canBeFramed(address)) return <ForeignFrame title={WORDS.frame} address={address} />
  return (
    <div>
      <Text size="sm" mb="xs">
        {WORDS.notFramed}
      </Text>
      <OpenImagesButton study={study} />
    </div>
  )
}

/**
 * Returns the viewer's address. Requests it only once: it may contain a token that opens the images only one
 * time.
 */
function useViewerAddress(study_id: string): { address?: string; error?: Error } {
  const [told, setTold] = useState<{ address?: string; error?: Error }>({})
  useEffect(() => {
    const leaving = new AbortController()
    callApi(imagingCalls.openImagesUrl, { study_id, auto: 0 }, { signal: leaving.signal }).then(
      ({ result }) => leaving.signal.aborted || setTold({ address: result.url }),
      (error: Error) => leaving.signal.aborted || setTold({ error }),
    )
    return () => leaving.abort()
  }, [study_id])
  return told
}
