import { EXCHANGE_KINDS, EXCHANGE_OUTCOMES, type ExchangeKind } from '#domain/exchange/kinds.ts'
import { addDays, type DayText } from '#domain/time/zones.ts'
import { type Paging, readPaging, readSpan, type Span } from '#src/parts/figures/read-span.ts'

const OUTCOMES = [...EXCHANGE_OUTCOMES, 'bad'] as const
/** The number of days before today that the page starts with. */
const USUAL_DAYS = 6

/** The place of the interface desk, as kept in its address. It never contains the number searched for. */
export interface InterfaceParams extends Pick<Span, 'from' | 'to'>, Paging {
  kind: ExchangeKind | undefined
  outcome: (typeof OUTCOMES)[number] | undefined
  peerId: string | undefined
}

/** Reads an address; defaults to the last seven days. */
export function readInterfaceParams(params: URLSearchParams, today: DayText): InterfaceParams {
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
