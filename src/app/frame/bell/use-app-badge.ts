import { useEffect } from 'react'

/** Not in all browsers; if supported, only an installed app shows it. */
type Badging = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows the count on the installed app's icon; cleared when nobody is signed in. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    const { setAppBadge, clearAppBadge } = navigator as Badging
    const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator)
    shown?.catch(() => undefined)
    return () => {
      clearAppBadge?.call(navigator).catch(() => undefined)
    }
  }, [count])
}
