import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in pixels as it changes; `before` until it has been laid out. */
export function useWidth<Element extends HTMLElement>(before: number) {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const take = () => {
      // Hidden elements have none: they keep what they had.
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    take()
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
