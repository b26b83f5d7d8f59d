import { Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudUpload,
  IconDeviceLaptop,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ReportDelivery } from '#src/sync/reports/use-report-delivery.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import type { ReportWriter } from '../writer/report-writer.ts'
import { useWriterState } from '../writer/use-open-report.ts'
import classes from './delivery.module.css'
import { type DeliveryTone, deliveryInWords, type TypingState } from './delivery-words.ts'

const inWords = (typing: TypingState, delivery: ReportDelivery) =>
  deliveryInWords(typing, delivery, new Date(), READER_ZONE)

export interface DeliveryStateProps {
  writer: ReportWriter
  delivery: ReportDelivery
}

const ICONS: Record<DeliveryTone, ComponentType<IconProps>> = {
  quiet: IconDeviceLaptop,
  busy: IconCloudUpload,
  good: IconCloudCheck,
  bad: IconAlertTriangle,
}

/** Shows where the text is stored; announced politely, so that a screen reader is not interrupted. */
export function DeliveryState({ writer, delivery }: DeliveryStateProps) {
  const isDirty = useWriterState(writer, (state) => state.isDirty)
  const hasProblem = useWriterState(writer, (state) => state.problem !== undefined)
  const { words, tone } = inWords({ isDirty, hasProblem }, delivery)
  const Icon = ICONS[tone]
  return (
    <Text
      component="span"
      className={classes.state}
      data-tone={tone}
      role="status"
      title={delivery.item?.label}
    >
      <Icon size={16} aria-hidden /> <span className="tabular">{words}</span>
    </Text>
  )
}
