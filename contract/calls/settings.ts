import { generalSettingsCalls } from './general-settings.ts'
import { machineProfileCalls } from './machine-profiles.ts'
import { notificationSettingsCalls } from './notification-settings.ts'
import { smtpCalls } from './smtp.ts'
import { xmlTokenCalls } from './xml-token.ts'

/** Settings of the client (docs/masters.md#settings). */
export const settingsCalls = {
  ...generalSettingsCalls,
  ...machineProfileCalls,
  ...xmlTokenCalls,
  ...notificationSettingsCalls,
  ...smtpCalls,
} as const
