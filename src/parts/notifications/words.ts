/** Words of the bell and its dialog. */
export const NOTIFICATION_WORDS = {
  title: 'Notifications',
  bell: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  filter: 'Show',
  all: 'All kinds',
  parked: 'Changes that need you',
  needsYou: 'A change of yours was not accepted',
  markAll: 'Mark all as read',
  nothingUnread: 'Everything is read.',
  unread: 'Unread',
  times: (times: number) => `${times} times`,
  by: (name: string) => `by ${name}`,
  more: (count: number) => `Show ${count} more`,
  empty: 'No notifications',
  emptyHint:
    'You are notified here of studies that are assigned to you, critical results, booking requests, AI results and what could not be sent.',
  emptyKind: 'None of this kind in the last 31 days.',
  settings: 'Settings',
  backToList: 'Back to the list',
  kindsTitle: 'Notify me about',
  kindsHint: 'You are not notified of a kind that is off, on any device. Critical results always notify you.',
  always: 'always',
  settingsOffline: 'This needs the network.',
  pushTitle: 'While Readroom is closed',
  pushLabel: 'Show notifications on this device',
  pushReason:
    'This device then shows how many critical results, studies or requests wait, also on its lock screen. No patient is named.',
  pushUnsupported:
    'This browser cannot show them. On an iPhone or iPad, add Readroom to the Home Screen first.',
  pushBlocked: 'Notifications are blocked for Readroom. Allow them in the settings of the browser.',
  pushFailed: 'The browser could not be subscribed',
  settingsFailed: 'Your choice could not be saved',
} as const
