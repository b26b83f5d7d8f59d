import { type ReactNode, useEffect } from 'react'
import { applyUpdate, useUpdateWaiting } from './worker-updates.ts'

/** An unattended page: it applies a new build by itself and reloads. */
export function SelfUpdating({ children }: { children: ReactNode }) {
  const isWaiting = useUpdateWaiting()
  useEffect(() => {
    if (isWaiting) applyUpdate()
  }, [isWaiting])
  return children
}
