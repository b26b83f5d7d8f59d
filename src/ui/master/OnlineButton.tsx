import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { MouseEventHandler, ReactNode } from 'react'
import { useOnlineOnly } from './use-online-only.ts'

export interface OnlineButtonProps extends ButtonProps {
  onClick: MouseEventHandler<HTMLButtonElement>
  onMouseDown?: MouseEventHandler<HTMLButtonElement>
  /** Another reason why it cannot be pressed now. */
  refusal?: string | undefined
  children: ReactNode
  'aria-label'?: string
}

/** A button whose action needs the network: offline it is shown disabled, with the reason (docs/screens.md#looks). */
export function OnlineButton({ onClick, refusal, children, ...props }: OnlineButtonProps) {
  const { reason } = useOnlineOnly()
  const why = reason ?? refusal
  const isOff = why !== undefined
  return (
    <Tooltip label={why ?? ''} disabled={!isOff} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...props}
        data-disabled={isOff || undefined}
        aria-disabled={isOff || undefined}
        onClick={isOff ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
