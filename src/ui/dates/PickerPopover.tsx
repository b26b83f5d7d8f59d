import { Popover } from '@mantine/core'
import { type ReactNode, type SyntheticEvent, useEffect, useEffectEvent } from 'react'
import classes from './dates.module.css'
import type { Picker } from './use-picker.ts'

export interface PickerPopoverProps {
  picker: Picker
  id: string
  label: string
  language?: { locale: string; dir: 'ltr' | 'rtl' } | undefined
  renderPanel: (close: () => void) => ReactNode
  children: ReactNode
}

// A click in the panel must not count as a click on the surrounding row, or as outside the popover with its field.
const keepInside = (event: SyntheticEvent) => event.stopPropagation()

/** The panel beside a field: Escape closes only the panel, and Tab stays inside it. */
export function PickerPopover({ picker, id, label, language, renderPanel, children }: PickerPopoverProps) {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    event.stopPropagation()
    picker.close()
  })
  useEffect(() => {
    if (!picker.isOpen) return undefined
    // Capture phase: otherwise elements around the field would close as well.
    window.addEventListener('keydown', onEscape, true)
    return () => window.removeEventListener('keydown', onEscape, true)
  }, [picker.isOpen])
  return (
    <Popover
      opened={picker.isOpen}
      onDismiss={picker.leave}
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
        dir={language?.dir}
        lang={language?.locale}
        className={classes.panel}
        onKeyDown={keepInside}
        onClick={keepInside}
        onMouseDown={keepInside}
        onTouchStart={keepInside}
      >
        {renderPanel(picker.close)}
      </Popover.Dropdown>
    </Popover>
  )
}
