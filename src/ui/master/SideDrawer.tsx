import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { TopmostDialog } from '../TopmostDialog.tsx'
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
      {opened && (
        <TopmostDialog className={classes.drawerInside} onEscape={onClose}>
          {children}
        </TopmostDialog>
      )}
    </Drawer>
  )
}
