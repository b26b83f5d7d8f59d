import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { EdgeDrawer } from '../EdgeDrawer.tsx'
import classes from './master.module.css'

export interface SideDrawerProps {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /** Full width on a phone whatever it says; the drawers of the hub are 85 % wide (docs/masters.md#who-sees-which-tile). */
  size?: string
  children: ReactNode
}

const PHONE = '(max-width: 48em)'

/** A right-hand drawer that may lie over another one; what stands in it has its whole height. */
export function SideDrawer({ title, opened, onClose, size = '85%', children }: SideDrawerProps) {
  const isPhone = useMediaQuery(PHONE)
  return (
    <EdgeDrawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size={isPhone ? '100%' : size}
      classNames={{ content: classes.drawer, body: classes.drawerBody }}
    >
      <div className={classes.drawerInside}>{children}</div>
    </EdgeDrawer>
  )
}
