import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { TouchProof } from '#contract/calls/signatures.ts'
import { dayAt } from '#domain/time/zones.ts'
import { usePatientDates } from '#src/parts/patient-words/patient-words.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'
import { doesTouchHold } from './check-touch.ts'
import { touchFile, touchFileName } from './touch-file.ts'
import classes from './verify-signature.module.css'
import { useVerifyWords } from './verify-words.ts'

export interface TouchesProps {
  touches: readonly TouchProof[]
  /** SHA-256 (hex) of the signed text. */
  hash: string
}

/**
 * The touches under a text: the owner of each key, its registration date, this browser's own check, and the
 * proof for download.
 */
export function Touches({ touches, hash }: TouchesProps) {
  return (
    <ul className={classes.touches}>
      {touches.map((touch) => (
        <li key={touch.signature}>
          <Touch touch={touch} hash={hash} />
        </li>
      ))}
    </ul>
  )
}

function Touch({ touch, hash }: { touch: TouchProof; hash: string }) {
  const words = useVerifyWords()
  const { day } = usePatientDates()
  const dayOf = (instant: string) => day(dayAt(new Date(instant), READER_ZONE))
  const { act, signed_by, passkey } = touch
  const standing = passkey.removed ? words.touchRemoved(dayOf(passkey.removed)) : words.touchValid
  return (
    <>
      <Text fw={600}>
        <IconFingerprint size={16} aria-hidden className={classes.finger} /> {words.touch[act](signed_by)}
      </Text>
      <Text size="sm">
        {words.touchKey(passkey.name, dayOf(passkey.registered))} {standing}{' '}
        {words.touchFingerprint(passkey.fingerprint)}
      </Text>
      <OwnCheck touch={touch} hash={hash} />
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        aria-label={words.touchProofOf(signed_by)}
        onClick={() => downloadBlob(touchFile(touch, hash), touchFileName(hash))}
      >
        {words.touchProof}
      </Button>
    </>
  )
}

type Outcome = 'holds' | 'fails' | 'unchecked'

/** Verifies the signature in this browser, without trusting the server. */
function OwnCheck({ touch, hash }: { touch: TouchProof; hash: string }) {
  const words = useVerifyWords()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    let isCurrent = true
    void doesTouchHold(touch, hash)
      .then((holds): Outcome => (holds ? 'holds' : 'fails'))
      .catch((): Outcome => 'unchecked')
      .then((found) => isCurrent && setOutcome(found))
    return () => {
      isCurrent = false
    }
  }, [touch, hash])
  if (outcome === undefined) return <Text size="sm">{words.touchChecking}</Text>
  if (outcome === 'unchecked') return <Text size="sm">{words.touchUnchecked}</Text>
  if (outcome === 'holds') return <Text size="sm">{words.touchHolds}</Text>
  return (
    <Text size="sm" fw={600} c="red.4" role="alert">
      {words.touchFails}
    </Text>
  )
}
