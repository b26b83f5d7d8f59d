import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { type CriticalReceiver, criticalLinkCalls } from '#contract/calls/critical-links.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import type { ShownPart } from '#src/sync/study-parts/use-study-parts.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { CriticalLinkForm } from './CriticalLinkForm.tsx'
import { CRITICAL_WORDS } from './words.ts'

const WORDS = CRITICAL_WORDS.link

/** Creates a link for the referrer, below an open record. Needs the network: the server creates and sends it. */
export function CriticalLink({ critical }: { critical: ShownPart<'critical'> }) {
  const { online } = useLink()
  const [receiver, setReceiver] = useState<CriticalReceiver>()
  const [box, act] = useAct()
  const hindered = reasonOf(online, critical.isWaiting)
  const open = () =>
    void act.run(async () => {
      const { study_id, id } = critical
      const { result } = await callApi(criticalLinkCalls.receiver, { study_id, critical_id: id })
      setReceiver(result)
    })
  if (receiver)
    return (
      <CriticalLinkForm
        critical={critical}
        receiver={receiver}
        hindered={hindered}
        onDone={() => setReceiver(undefined)}
      />
    )
  return (
    <div ref={box}>
      <Button
        variant="default"
        size="xs"
        mt="xs"
        loading={act.isBusy}
        data-disabled={hindered !== undefined || undefined}
        aria-disabled={hindered !== undefined}
        aria-description={hindered}
        onClick={() => hindered === undefined && open()}
      >
        {WORDS.open}
      </Button>
      {hindered !== undefined && (
        <Text c="dimmed" size="xs" mt={4}>
          {hindered}
        </Text>
      )}
      <RefusalNote act={act} />
    </div>
  )
}

/** Returns why no link can be created now; a record that only this device has is not on the server yet. */
function reasonOf(isOnline: boolean, isWaiting: boolean): string | undefined {
  if (!isOnline) return WORDS.offline
  return isWaiting ? WORDS.unsent : undefined
}
