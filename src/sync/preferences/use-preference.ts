import { useCallback, useEffect, useState } from 'react'
import { findPreference, keepPreference, type PreferenceName } from './preference.ts'

/** Returns a choice stored in the user's vault, `fallback` until it is known, and its setter. */
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
      // A choice that cannot be read must be made again.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [name, isValue])
  const choose = useCallback(
    (chosen: Value) => {
      setValue(chosen)
      // It applies to this page even if the vault cannot store it.
      keepPreference(name, chosen).catch(() => undefined)
    },
    [name],
  )
  return [value ?? fallback, choose]
}
