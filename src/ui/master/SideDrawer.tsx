import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import classes from './master.module.css'

export interface SideDrawerProps {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /** Full width on a phone whatever it says; the drawers of the hub are 85 % wide (spec 2 section 2.1). */
  size?: string
  children: ReactNode
}

const PHONE = '(max-width: 48em)'

/**
 * A right-hand drawer that may lie over another one: Escape closes the topmost alone, which Mantine's own drawers, each
 * of which hears the key, do not know.
 */
export function SideDrawer({ title, opened, onClose, size = '85%', children }: SideDrawerProps) {
  const isPhone = useMediaQuery(PHONE)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={isPhone ? '100%' : size}
      closeOnEscape={false}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      {opened && <EscapeTopmost onClose={onClose}>{children}</EscapeTopmost>}
    </Drawer>
  )
}

function EscapeTopmost({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const inside = useRef<HTMLDivElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    const own = inside.current?.closest('[aria-modal="true"]')
    const isTopmost =
      own !== undefined && own === [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
    if (isTopmost && !isInsideOther(event.target, own)) onClose()
  })
  useEffect(() => {
    // Before a dialog that lies over this one has closed itself by the same key.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <div ref={inside} className={classes.drawerInside}>
      {children}
    </div>
  )
}

/** A list that is dropped down, a menu or a small window closes by itself. */
function isInsideOther(target: EventTarget | null, own: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.getAttribute('aria-expanded') === 'true') return true
  const nearest = target.closest('[role="menu"], [role="listbox"], [role="dialog"]')
  return nearest !== null && nearest !== own
}
