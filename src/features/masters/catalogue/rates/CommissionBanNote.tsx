import { Alert } from '@mantine/core'
import { findCountry } from '#domain/masters/countries.ts'
import { useMasters } from '#src/sync/masters/use-masters.ts'
import { useSession } from '#src/sync/session/session.ts'
import { COMMISSION_WORDS as WORDS } from '../words.ts'

/** Says that commissions are banned in the centre's country, if the platform has set that (docs/money.md). */
export function CommissionBanNote() {
  const session = useSession()
  const bans = useMasters('commissionBan', { status: 1 }).rows
  const country = session && findCountry(session.country_id)?.name
  const ban = bans.find(({ name }) => name === country)
  if (!ban || !country) return null
  return (
    <Alert color="orange" variant="light" role="status">
      {WORDS.banned(country, ban.note)}
    </Alert>
  )
}
