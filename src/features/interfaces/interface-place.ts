import { EXCHANGE_KINDS, EXCHANGE_OUTCOMES, type ExchangeKind } from '#domain/exchange/kinds.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { type Paging, readPaging, readSpan, type Span } from '#src/parts/figures/read-place.ts'

const OUTCOMES = [...EXCHANGE_OUTCOMES, 'bad'] as const
/** Days before today that the page begins with. */
const USUAL_DAYS = 6

/** What the address of the interface desk says. The number that is looked for is never in it. */
export interface InterfacePlace extends Pick<Span, 'from' | 'to'>, Paging {
  kind: ExchangeKind | undefined
  outcome: (typeof OUTCOMES)[number] | undefined
  peerId: string | undefined
}

/** Reads an address; the last seven days stand where it names none. */
export function readInterfacePlace(params: URLSearchParams, today: DayText): InterfacePlace {
  const { from, to } = readSpan(params, { from: addDays(today, -USUAL_DAYS), to: today })
  return {
    from,
    to,
    ...readPaging(params),
    kind: EXCHANGE_KINDS.find((one) => one === params.get('kind')),
    outcome: OUTCOMES.find((one) => one === params.get('outcome')),
    peerId: params.get('peer') ?? undefined,
  }
}
