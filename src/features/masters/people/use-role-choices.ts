import { useMemo } from 'react'
import { ADMIN_ROLE_ID } from '#domain/access/role-rules.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'

/** Returns the roles to choose from: active roles and the currently chosen one. */
export function useRoleChoices({
  chosen,
  withAdmin = true,
}: {
  chosen?: number
  withAdmin?: boolean
} = {}): { value: string; label: string }[] {
  const { rows } = useMasters('role')
  return useMemo(
    () =>
      rows
        .filter(({ id, status }) => id === chosen || (status === 1 && (withAdmin || id !== ADMIN_ROLE_ID)))
        .map(({ id, title }) => ({ value: String(id), label: title })),
    [rows, chosen, withAdmin],
  )
}
