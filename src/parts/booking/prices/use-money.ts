import { formatMoney } from '#domain/money/currency.ts'
import { fromMinor } from '#domain/money/minor-units.ts'
import { useSession } from '#src/sync/session/session.ts'

/** Returns the client's currency: its decimals, and a formatter for minor units. */
export function useMoney(): { decimals: number; format: (minor: number) => string } {
  const session = useSession()
  const { locale = 'en-IN', currency = 'INR', no_of_decimal: decimals = 2 } = session ?? {}
  return {
    decimals,
    format: (minor) => formatMoney(fromMinor(minor, decimals), { locale, currency, decimals }),
  }
}
