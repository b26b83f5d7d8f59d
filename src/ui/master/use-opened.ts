import { useEffect, useEffectEvent } from 'react'

/** Runs once, when the calling component mounts. */
export function useOpened(run: () => void): void {
  const onOpened = useEffectEvent(run)
  useEffect(() => onOpened(), [])
}
