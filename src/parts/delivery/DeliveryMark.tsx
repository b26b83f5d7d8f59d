import { Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudUpload,
  IconDeviceLaptop,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { formatMoment } from '#domain/time/formats.ts'
import { type Delivery, useDelivery } from '#src/sync/desk/use-delivery.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { DELIVERY_WORDS as WORDS } from './words.ts'

const ICONS: Record<Delivery['state'], ComponentType<IconProps>> = {
  device: IconDeviceLaptop,
  sending: IconCloudUpload,
  server: IconCloudCheck,
  needs_you: IconAlertTriangle,
}

const COLOURS: Record<Delivery['state'], string> = {
  device: 'dimmed',
  sending: 'dimmed',
  server: 'green.4',
  needs_you: 'red.4',
}

/** The delivery state of a record in words: on this device, being sent, on the server, or waiting for a person. */
export function DeliveryMark({ aggregate }: { aggregate: string }) {
  const delivery = useDelivery(aggregate)
  const { state, item } = delivery
  const Icon = ICONS[state]
  return (
    <Text
      component="span"
      size="xs"
      c={COLOURS[state]}
      role="status"
      title={item?.reason ?? item?.label}
      style={{ display: 'inline-flex', alignItems: 'center', gap: 4, whiteSpace: 'nowrap' }}
    >
      <Icon size={15} aria-hidden /> <span className="tabular">{deliveryText(delivery)}</span>
    </Text>
  )
}

/** Returns the words of a state; in the reader's own time zone, since it is about this device. */
function deliveryText({ state, at }: Delivery): string {
  const time = at ? formatMoment(at, new Date(), READER_ZONE) : ''
  if (state === 'device') return WORDS.device(time).trim()
  return state === 'server' ? WORDS.server(time) : WORDS[state]
}
