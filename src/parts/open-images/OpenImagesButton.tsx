import { Button, Tooltip } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { memo } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { imagesReason, openImages } from './open-images.ts'
import { IMAGES_WORDS as WORDS } from './words.ts'

export interface OpenImagesButtonProps {
  study: Pick<StudyRow, 'study_id' | 'viewer_url' | 'local_viewer_url'>
  label?: string
}

/** Opens the images of a study; if it cannot, says why. */
export const OpenImagesButton = memo(function OpenImagesButton({
  study,
  label = WORDS.open,
}: OpenImagesButtonProps) {
  const { online: isOnline } = useLink()
  const reason = imagesReason(study, isOnline)
  const isOff = reason !== undefined
  return (
    <Tooltip label={reason} disabled={!isOff}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhoto size={16} aria-hidden />}
        // Not `disabled`: the button keeps its tooltip and stays focusable.
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-description={reason}
        onClick={isOff ? undefined : () => void openImages(study)}
      >
        {label}
      </Button>
    </Tooltip>
  )
})
