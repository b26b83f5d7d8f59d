import { useLayoutEffect, useRef, useState } from 'react'

/** The current width of an element in pixels; `before` until it has been laid out. */
export function useWidth<Element extends HTMLElement>(before: number) {
  const ref = useRef<Element>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const take = () => {
      // Hidden elements have no width: they keep the previous one.
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    take()
    const observer = new ResizeObserver(take)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
