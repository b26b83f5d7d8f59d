import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type ExchangeItem, interfaceActCalls } from '#contract/calls/interfaces.ts'
import { EXCHANGE_KIND_TABLE, EXCHANGE_OUTCOMES, isBadOutcome } from '#domain/exchange/kinds.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { INTERFACES_WORDS as WORDS } from './words.ts'

export interface ReplayProps {
  exchange: ExchangeItem
  onReplayed: () => void
}

/** Replays a message that was not accepted; the result replaces the button. */
export function Replay({ exchange: { id, kind, can_replay }, onReplayed }: ReplayProps) {
  const [box, act] = useAct()
  const [done, setDone] = useState<string>()
  const run = async () => {
    const { result } = await callApi(interfaceActCalls.replay, { id })
    onReplayed()
    const words = [WORDS.replayed[result.outcome], result.reason].filter(Boolean).join('. ')
    const isTaken = !EXCHANGE_OUTCOMES.some((one) => one === result.outcome && isBadOutcome(one))
    if (!isTaken) throw new Error(words)
    setDone(words)
  }
  if (done !== undefined) return <Done words={done} />
  if (can_replay === 0 && !act.isBusy) return null
  return (
    <div ref={box}>
      <Button onClick={() => void act.run(run)} loading={act.isBusy}>
        {WORDS.replay}
      </Button>
      <Text size="xs" c="dimmed" mt={4}>
        {WORDS.replayHint[EXCHANGE_KIND_TABLE[kind].direction]}
      </Text>
      <RefusalNote act={act} />
    </div>
  )
}

/** The pressed button is unmounted; moves the focus here, so that it stays inside the drawer. */
function Done({ words }: { words: string }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <Text ref={line} role="status" tabIndex={-1} c="green.4">
      {words}
    </Text>
  )
}
