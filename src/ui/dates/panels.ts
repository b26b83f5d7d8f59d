import { lazyPart } from '../lazy-part.tsx'

// The calendars and their styles load when a field takes the focus, not with the screen.
export const CalendarPanel = lazyPart(() => import('./CalendarPanel.tsx'))
export const RangePanel = lazyPart(() => import('./RangePanel.tsx'))
export const MonthPanel = lazyPart(() => import('./MonthPanel.tsx'))
export const TimePanel = lazyPart(() => import('./TimePanel.tsx'))
