import { type ReactNode, useEffect } from 'react'
import { applyUpdate, useUpdateWaiting } from './worker-updates.ts'

/** A page that nobody sits at: it takes a new build over by itself, and is loaded anew with it. */
export function SelfUpdating({ children }: { children: ReactNode }) {
  const isWaiting = useUpdateWaiting()
  useEffect(() => {
    if (isWaiting) applyUpdate()
  }, [isWaiting])
  return children
}
