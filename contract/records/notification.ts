import { NOTIFICATION_WINDOW_DAYS } from '#domain/time/intervals.ts'
import { NotificationRow } from '../calls/notifications.ts'
import { defineDatedRecord } from './record.ts'

export const notificationRecord = defineDatedRecord({
  type: 'notification',
  body: NotificationRow,
  scopes: ['user'],
  time: 'at',
  keptDays: NOTIFICATION_WINDOW_DAYS,
  copies: {
    table: 'notifications',
    since: 6,
    indexes: ['at'],
    clear: ({ created }) => ({ at: Date.parse(created) }),
  },
})
