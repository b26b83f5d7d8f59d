import { Drawer, type DrawerProps } from '@mantine/core'
import classes from './dialog.module.css'
import { TopmostDialog } from './TopmostDialog.tsx'

/** A drawer at an edge of the page, over the page or over another drawer; Escape closes only the topmost. */
export function EdgeDrawer({ children, ...drawer }: DrawerProps) {
  return (
    <Drawer {...drawer} closeOnEscape={false}>
      {drawer.opened && (
        <TopmostDialog className={classes.inside} onEscape={drawer.onClose}>
          {children}
        </TopmostDialog>
      )}
    </Drawer>
  )
}
