import { Button, type ButtonProps, Tooltip } from '@mantine/core'

export interface ActButtonProps extends ButtonProps {
  /** Why it cannot be done now, told on the button; undefined where it can. */
  reason: string | undefined
  onClick: () => void
}

/** A button that says why it cannot be pressed, and stays where it is. */
export function ActButton({ reason, onClick, ...button }: ActButtonProps) {
  return (
    <Tooltip label={reason} disabled={reason === undefined}>
      <Button
        {...button}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined}
        aria-description={reason}
        onClick={() => reason === undefined && onClick()}
      />
    </Tooltip>
  )
}
