import { Badge, Tooltip } from '@mantine/core'
import type { DictationOffer } from './find-offer.ts'
import { DICTATION_WORDS as WORDS } from './words.ts'

/** Shows where speech is recognised; always says if speech leaves the device. */
export function OfferNote({ offer }: { offer: DictationOffer | undefined }) {
  if (offer?.kind !== 'ready') return null
  const { isOnDevice } = offer
  return (
    <Tooltip label={isOnDevice ? WORDS.onDeviceHint : WORDS.awayHint} multiline maw={320}>
      <Badge variant="light" color={isOnDevice ? 'gray' : 'orange'} size="sm" tt="none" tabIndex={0}>
        {isOnDevice ? WORDS.onDevice : WORDS.away}
      </Badge>
    </Tooltip>
  )
}
