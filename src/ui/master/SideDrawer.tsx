import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { EdgeDrawer } from '../dialog/EdgeDrawer.tsx'
import classes from './master.module.css'

export interface SideDrawerProps {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /**
   * Ignored on a phone, which uses full width; the hub's drawers are 85 % wide (docs/masters.md#who-sees-which-tile).
   */
  size?: string
  children: ReactNode
}

const PHONE = '(max-width: 48em)'

/** A right-hand drawer, possibly over another one; its content has the full height. */
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
