import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** After a screen change the focus starts at the top, unless the screen has set it itself. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus()
  }, [pathname])
  return main
}
