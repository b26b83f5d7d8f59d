import { Text } from '@mantine/core'
import {
  IconBell,
  IconBrain,
  IconBulb,
  IconCalendarPlus,
  IconCertificate,
  IconCertificateOff,
  IconDevices,
  IconFileExport,
  IconFingerprint,
  IconFingerprintOff,
  IconFlag3Filled,
  IconLifebuoy,
  IconLockExclamation,
  IconMailX,
  IconMessage2,
  IconPassword,
  IconPhotoScan,
  IconPlugConnected,
  IconPlugConnectedX,
  IconSchool,
  IconSend2,
  IconSendOff,
} from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { NotificationKind } from '#domain/notification/kinds.ts'
import { notificationAddress } from '#domain/notification/notification-address.ts'
import { isKnownKind } from '#domain/notification/plain-words.ts'
import { toldWords } from '#domain/notification/told-words.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import { markRead } from '#src/sync/notifications/mark-read.ts'
import type { Told } from '#src/sync/notifications/use-notifications.ts'
import { branchZone } from '#src/sync/session/branch-zone.ts'
import { notifyError } from '#src/ui/notes/notify.ts'
import classes from './notifications.module.css'
import { NOTIFICATION_WORDS as WORDS } from './words.ts'

const ICONS = {
  critical_result: IconFlag3Filled,
  critical_overdue: IconFlag3Filled,
  study_assigned: IconPhotoScan,
  peer_reading: IconSchool,
  peer_learning: IconBulb,
  peer_answer: IconMessage2,
  booking_request: IconCalendarPlus,
  ai_result: IconBrain,
  hl7_failed: IconSend2,
  order_state_failed: IconSendOff,
  message_failed: IconMailX,
  interface_silent: IconPlugConnectedX,
  interface_heard: IconPlugConnected,
  certificate_ending: IconCertificate,
  certificate_expired: IconCertificateOff,
  form_f_report: IconFileExport,
  device_added: IconDevices,
  passkey_added: IconFingerprint,
  passkey_removed: IconFingerprintOff,
  sign_in_failed: IconLockExclamation,
  password_reset: IconPassword,
  recovery_code_used: IconLifebuoy,
} as const satisfies Record<NotificationKind, unknown>

export interface NotificationItemProps {
  told: Told
  /** Called when the person follows the link. */
  onLeave: () => void
}

/** One notification: a link to its subject that marks it as read. */
export function NotificationItem({ told: { notification, known }, onLeave }: NotificationItemProps) {
  const { kind, noti_by, times, created, read_on } = notification
  const Icon = isKnownKind(kind) ? ICONS[kind] : IconBell
  const open = () => {
    markRead(notification).catch(notifyError)
    onLeave()
  }
  const details = [
    noti_by !== '' && WORDS.by(noti_by),
    times > 1 && WORDS.times(times),
    formatShortDateTime(new Date(created), branchZone()),
  ].filter((part) => part !== false)
  return (
    <li>
      <Link
        to={notificationAddress(notification)}
        className={classes.item}
        data-unread={read_on === null || undefined}
        onClick={open}
      >
        <Icon size={18} aria-hidden className={classes.icon} data-kind={kind} />
        <span className={classes.words}>
          <Text span size="sm" fw={read_on === null ? 600 : 400}>
            {toldWords(kind, known)}
          </Text>
          <Text span c="dimmed" size="xs" className="tabular">
            {details.join(' · ')}
          </Text>
        </span>
        {read_on === null && <span className={classes.dot} role="img" aria-label={WORDS.unread} />}
      </Link>
    </li>
  )
}
