import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { passkeyCalls } from '#contract/calls/passkeys.ts'
import { RecoveryCodes } from '#src/parts/recovery-codes/RecoveryCodes.tsx'
import { callApi } from '#src/sync/api/call-api.ts'
import { useSession } from '#src/sync/session/session.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import classes from './mine.module.css'
import { ProofDialog } from './ProofDialog.tsx'
import { MINE_WORDS as WORDS } from './words.ts'

export interface OwnRecoveryCodesProps {
  /** The number of unused codes. */
  left: number
  hasPasskey: boolean
  isOnline: boolean
  onChanged: () => void
}

/** Shows how many recovery codes are left, and a button to create new ones. */
export function OwnRecoveryCodes({ left, hasPasskey, isOnline, onChanged }: OwnRecoveryCodesProps) {
  const name = useSession()?.name ?? ''
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <Group gap={8}>
          <Text fw={600} size="sm">
            {WORDS.codes}
          </Text>
        </Group>
        <Text c="dimmed" size="sm">
          {left > 0 ? WORDS.codesLeft(left) : WORDS.noCodes}
        </Text>
      </div>
      <ReasonButton
        variant="default"
        size="compact-sm"
        reason={isOnline ? undefined : WORDS.needsNetwork}
        onClick={() => setAsking(true)}
      >
        {WORDS.makeCodes}
      </ReasonButton>
      {isAsking && (
        <ProofDialog
          title={WORDS.makeCodesTitle}
          hint={WORDS.makeCodesWhat}
          action={WORDS.makeCodes}
          hasPasskey={hasPasskey}
          onProved={async (proof) => {
            const { result } = await callApi(passkeyCalls.recoveryCodes, proof)
            setAsking(false)
            setCodes(result)
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && (
        <Dialog
          opened
          onClose={() => undefined}
          closeOnEscape={false}
          closeOnClickOutside={false}
          withCloseButton={false}
          title={WORDS.codes}
          centered
          size="sm"
        >
          <RecoveryCodes
            codes={codes}
            name={name}
            onDone={() => {
              setCodes(undefined)
              onChanged()
            }}
          />
        </Dialog>
      )}
    </div>
  )
}
