import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

export interface ReasonButtonProps extends Omit<ButtonProps, 'disabled'> {
  /** Why it cannot be pressed now; shown in its tooltip. */
  reason: string | undefined
  onClick?: (() => void) | undefined
  /** `submit` submits the surrounding form, unless there is a reason. */
  type?: 'button' | 'submit'
  children: ReactNode
}

/** A button that says why it cannot be pressed: it stays focusable for the keyboard and screen readers. */
export function ReasonButton({ reason, onClick, type = 'button', children, ...button }: ReasonButtonProps) {
  const isOff = reason !== undefined
  return (
    <Tooltip label={reason} disabled={!isOff} multiline maw={320}>
      <Button
        {...button}
        type={isOff ? 'button' : type}
        data-disabled={isOff || undefined}
        aria-disabled={isOff}
        aria-description={reason}
        onClick={isOff ? undefined : onClick}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
