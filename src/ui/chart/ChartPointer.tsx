import type { CSSProperties, KeyboardEvent, MouseEvent, Ref } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'
import type { ChartDoor } from './chart-door.ts'

export interface ChartPointerProps {
  elementRef: Ref<HTMLAnchorElement>
  door: ChartDoor | undefined
  /** The text of the marked value. */
  label: string
  className: string | undefined
  style: CSSProperties
  isMarked: boolean
  isTold: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onBlur: () => void
}

/**
 * The chart's single tab stop, over the marked value: a link, a button, or plain text. One element for all three,
 * because the focus would be lost with the element if a neighbouring value opens nothing.
 */
export function ChartPointer({ elementRef, door, label, isMarked, isTold, ...given }: ChartPointerProps) {
  const to = door && 'href' in door ? door.href : ''
  const href = useHref(to)
  const follow = useLinkClickHandler(to)
  const isLink = to !== ''
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isLink) follow(event)
    else if (door && 'open' in door) door.open()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (!isLink && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault()
      event.currentTarget.click()
    } else given.onKeyDown(event)
  }
  return (
    <a
      {...given}
      ref={elementRef}
      {...(isLink ? { href } : { role: door ? 'button' : 'img', tabIndex: 0 })}
      aria-label={label}
      data-marked={isMarked || undefined}
      // Escape hides the tooltip and leaves the dialog around the chart open.
      data-mantine-stop-propagation={isTold || undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
    />
  )
}
