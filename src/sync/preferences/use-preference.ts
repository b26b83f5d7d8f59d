import { useCallback, useEffect, useState } from 'react'
import { findPreference, keepPreference, type PreferenceName } from './preference.ts'

/** A choice that the person's vault remembers, `fallback` until it is known, and the way to choose anew. */
export function usePreference<Value>(
  name: PreferenceName,
  isValue: (found: unknown) => found is Value,
  fallback: Value,
): [Value, (chosen: Value) => void] {
  const [value, setValue] = useState<Value>()
  useEffect(() => {
    let isCurrent = true
    findPreference(name).then(
      (found) => isCurrent && isValue(found) && setValue((chosen) => chosen ?? found),
      // A choice that cannot be read is made again.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [name, isValue])
  const choose = useCallback(
    (chosen: Value) => {
      setValue(chosen)
      // It counts for this page also where the vault cannot keep it.
      keepPreference(name, chosen).catch(() => undefined)
    },
    [name],
  )
  return [value ?? fallback, choose]
}
