import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dates.module.css'
import type { Picker } from './use-picker.ts'

export interface PickerPopoverProps {
  picker: Picker
  id: string
  label: string
  panel: (close: () => void) => ReactNode
  children: ReactNode
}

/** The panel beside a field: Escape closes it alone, and Tab stays inside of it. */
export function PickerPopover({ picker, id, label, panel, children }: PickerPopoverProps) {
  return (
    <Popover
      opened={picker.isOpen}
      onDismiss={picker.leave}
      // Escape is handled below, where it also brings the focus back to the field.
      closeOnEscape={false}
      position="bottom-start"
      middlewares={{ shift: { padding: 8 }, flip: true, inline: false }}
      offset={4}
      trapFocus
      withRoles={false}
      transitionProps={{ duration: 100, exitDuration: 0 }}
    >
      {children}
      <Popover.Dropdown
        id={id}
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={classes.panel}
        onKeyDown={(event) => {
          // A dialog around the field listens at the window and would close as well.
          event.stopPropagation()
          if (event.key === 'Escape') picker.close()
        }}
        // The panel is no part of the row or form in which its field stands.
        onClick={(event) => event.stopPropagation()}
      >
        {panel(picker.close)}
      </Popover.Dropdown>
    </Popover>
  )
}
