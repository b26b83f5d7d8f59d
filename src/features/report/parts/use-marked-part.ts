import { type RefObject, useEffect, useState } from 'react'
import { REPORT_PARTS, type ReportPart } from '../templates/insert-template.ts'

/** What must be seen of a section for it to count as seen, in pixels. */
const SEEN = 32

/**
 * The section that one is in: the one of the cursor while any of it is in sight, else the topmost that is. `current` is
 * where the cursor last stood.
 */
export function useMarkedPart(page: RefObject<HTMLElement | null>, current: ReportPart): ReportPart {
  // Counts for the section of the cursor that it was found for: another one is in sight as it gets the cursor.
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
