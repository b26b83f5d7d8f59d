import {
  IconAdjustments,
  IconBuildingHospital,
  IconCalendar,
  IconCalendarDue,
  IconCalendarUser,
  IconCash,
  IconChartBar,
  IconClipboardList,
  IconCloudUp,
  IconCoins,
  IconDatabase,
  IconDevices,
  IconDeviceTv,
  IconDroplet,
  IconFileText,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconPhoto,
  IconPlugConnected,
  type IconProps,
  IconReceipt2,
  IconScale,
  IconScan,
  IconSchool,
  IconStethoscope,
  IconTimeline,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import { type ComponentType, createElement } from 'react'
import type { ScreenPath } from '#domain/access/screens.ts'

const ICONS: Partial<Record<ScreenPath, ComponentType<IconProps>>> = {
  '/dashboard': IconLayoutDashboard,
  '/archives': IconPhoto,
  '/lab-reports': IconFileText,
  '/follow-ups': IconCalendarDue,
  '/peer-learning': IconSchool,
  '/form-f': IconListCheck,
  '/worklist1': IconClipboardList,
  '/scheduler': IconCalendar,
  '/visits': IconStethoscope,
  '/booking-requests': IconInbox,
  '/day-close': IconCash,
  '/drappointments': IconCalendarUser,
  '/scan-worklist': IconScan,
  '/patient-portal': IconUserShare,
  '/patients': IconUsers,
  '/master': IconAdjustments,
  '/pacs': IconDatabase,
  '/clients': IconBuildingHospital,
  '/licence': IconKey,
  '/referral': IconUserShare,
  '/sales-report': IconReceipt2,
  '/ezzy-bi': IconChartBar,
  '/flow': IconTimeline,
  '/payout': IconCoins,
  '/reconcile': IconScale,
  '/leakage': IconDroplet,
  '/que-screens': IconDeviceTv,
  '/sync': IconCloudUp,
  '/devices': IconDevices,
  '/interfaces': IconPlugConnected,
}

export interface ScreenIconProps {
  path: ScreenPath
  /** Pixels. */
  size?: number
}

/** The icon of a screen in menu, palette and shortcuts; its name is always shown beside it. */
export function ScreenIcon({ path, size = 18 }: ScreenIconProps) {
  return createElement(ICONS[path] ?? IconListDetails, { size, 'aria-hidden': true })
}
