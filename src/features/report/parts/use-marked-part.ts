import { type RefObject, useEffect, useState } from 'react'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** The pixels of a section that must be visible for it to count as visible. */
const SEEN = 32

/**
 * Returns the current section: the one with the cursor while any of it is visible, else the topmost visible
 * one. `current` is where the cursor last was.
 */
export function useMarkedPart(page: RefObject<HTMLElement | null>, current: ReportPart): ReportPart {
  // Valid only for the section of the cursor at that time: another section becomes visible when it gets the
  // cursor.
  const [looked, setLooked] = useState({ current, at: current })
  useEffect(() => {
    const box = page.current
    const look = () => box && setLooked({ current, at: partInSight(box, current) })
    box?.addEventListener('scroll', look, { passive: true })
    return () => box?.removeEventListener('scroll', look)
  }, [page, current])
  return looked.current === current ? looked.at : current
}

function partInSight(box: HTMLElement, current: ReportPart): ReportPart {
  const frame = box.getBoundingClientRect()
  const isSeen = (part: ReportPart) => {
    const section = box.querySelector(`[data-part="${part}"]`)?.getBoundingClientRect()
    return section !== undefined && section.bottom >= frame.top + SEEN && section.top <= frame.bottom - SEEN
  }
  return isSeen(current) ? current : (REPORT_PARTS.find(isSeen) ?? current)
}
