import { useEffect, useEffectEvent } from 'react'

/** Runs once, as what asks for it opens. */
export function useOpened(run: () => void): void {
  const onOpened = useEffectEvent(run)
  useEffect(() => onOpened(), [])
}
