import { LabInbound } from '#contract/calls/laboratory.ts'
import { exchanged } from '#server/features/interfaces/public/exchanged.ts'
import type { HandledAgain } from '#server/kernel/exchanges/exchange.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { fieldsOf, invalid } from '#server/kernel/http/read-input.ts'
import { labExchange } from '../lab-exchange.ts'
import { takeResult } from '../take-result.ts'

/** Stores a laboratory result and logs it; throws a Refusal that names what is wrong. */
export async function takeLabBody(
  kernel: Kernel,
  clientId: string,
  body: Record<string, unknown>,
  replay?: HandledAgain,
): Promise<void> {
  const describe = () => ({ ...labExchange(clientId, body), ...(replay && { replay }) })
  await exchanged(kernel, describe, () => {
    const parsed = LabInbound.safeParse(body)
    if (!parsed.success) throw invalid(fieldsOf(parsed.error.issues))
    return takeResult(kernel, clientId, parsed.data, replay?.cameAt)
  })
}
