import { Button, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { TouchProof } from '#contract/calls/signatures.ts'
import { formatDate } from '#domain/time/formats.ts'
import { READER_ZONE } from '#src/sync/session/place-zone.ts'
import { downloadBlob } from '#src/ui/download-blob.ts'
import { doesTouchHold } from './check-touch.ts'
import { touchFile } from './touch-file.ts'
import classes from './verify-signature.module.css'
import { VERIFY_WORDS as WORDS } from './words.ts'

export interface TouchesProps {
  touches: readonly TouchProof[]
  /** SHA-256 (hex) of the signed text. */
  hash: string
}

/** Touches under a text: whose key, since when, whether this browser finds them right, and the proof to take along. */
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

const dayOf = (instant: string) => formatDate(new Date(instant), READER_ZONE)

function Touch({ touch, hash }: { touch: TouchProof; hash: string }) {
  const { act, signed_by, passkey } = touch
  const standing = passkey.removed ? WORDS.touchRemoved(dayOf(passkey.removed)) : WORDS.touchValid
  return (
    <>
      <Text fw={600}>
        <IconFingerprint size={16} aria-hidden className={classes.finger} /> {WORDS.touch[act](signed_by)}
      </Text>
      <Text size="sm">
        {WORDS.touchKey(passkey.name, dayOf(passkey.registered))} {standing}{' '}
        {WORDS.touchFingerprint(passkey.fingerprint)}
      </Text>
      <OwnCheck touch={touch} hash={hash} />
      <Button
        size="compact-xs"
        variant="default"
        mt={4}
        aria-label={WORDS.touchProofOf(signed_by)}
        onClick={() => downloadBlob(touchFile(touch, hash), WORDS.touchFile(hash))}
      >
        {WORDS.touchProof}
      </Button>
    </>
  )
}

type Outcome = 'holds' | 'fails' | 'unchecked'

/** The server is not believed: this browser reckons the signature itself. */
function OwnCheck({ touch, hash }: { touch: TouchProof; hash: string }) {
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
  if (outcome === undefined) return <Text size="sm">{WORDS.touchChecking}</Text>
  if (outcome === 'unchecked') return <Text size="sm">{WORDS.touchUnchecked}</Text>
  if (outcome === 'holds') return <Text size="sm">{WORDS.touchHolds}</Text>
  return (
    <Text size="sm" fw={600} c="red.4" role="alert">
      {WORDS.touchFails}
    </Text>
  )
}
