import { Alert, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type PasskeyItem, passkeyCalls } from '#contract/calls/passkeys.ts'
import { formatMoment } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { registerPasskey } from '#src/sync/passkeys/own-passkeys.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { firstDeviceName } from '#src/sync/session/first-device-name.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import classes from './mine.module.css'
import { NameDialog } from './NameDialog.tsx'
import type { OwnListProps } from './OwnDevices.tsx'
import { OwnRecoveryCodes } from './OwnRecoveryCodes.tsx'
import { About, Part } from './Part.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import type { PasskeysAnswer } from './use-mine.ts'
import { MINE_WORDS as WORDS } from './words.ts'

type Act = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: PasskeyItem }

export interface OwnPasskeysProps extends OwnListProps {
  answer: PasskeysAnswer
}

/** The person's passkeys: adding, naming and removing them needs proof; also the recovery codes. */
export function OwnPasskeys({ answer, isOnline, onChanged }: OwnPasskeysProps) {
  const { passkeys, rp_id, is_offered, is_required } = answer
  const [act, setAct] = useState<Act>()
  const hasHere = passkeys.some((one) => one.rp_id === rp_id)
  const reason = isOnline ? undefined : WORDS.needsNetwork
  const done = (words?: string) => {
    setAct(undefined)
    if (words !== undefined) notifyDone(words)
    onChanged()
  }
  const canAdd = is_offered && rp_id !== ''
  const hint = is_required ? `${WORDS.passkeysHint} ${WORDS.passkeysRequired}` : WORDS.passkeysHint
  return (
    <Part
      title={WORDS.passkeys}
      hint={is_offered ? hint : WORDS.passkeysOff}
      action={
        canAdd && (
          <ReasonButton size="xs" reason={reason} onClick={() => setAct({ kind: 'add' })}>
            {WORDS.addPasskey}
          </ReasonButton>
        )
      }
    >
      {is_offered && rp_id === '' && <Alert color="orange">{WORDS.noPlace}</Alert>}
      {passkeys.length === 0 && canAdd && <Text size="sm">{WORDS.noPasskeys}</Text>}
      <ul className={classes.rows} aria-label={WORDS.passkeys}>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            here={rp_id}
            reason={reason}
            removeReason={reason ?? (is_required && passkeys.length === 1 ? WORDS.lastRequired : undefined)}
            onAct={(kind) => setAct({ kind, passkey })}
          />
        ))}
      </ul>
      {passkeys.length > 0 && (
        <OwnRecoveryCodes
          left={answer.recovery_codes_left}
          hasPasskey={hasHere}
          isOnline={isOnline}
          onChanged={onChanged}
        />
      )}
      {act?.kind === 'add' && (
        <ProofDialog
          title={WORDS.addPasskey}
          hint={WORDS.passkeysHint}
          action={WORDS.addPasskey}
          hasPasskey={hasHere}
          name={firstDeviceName(navigator.userAgent)}
          onProved={async (proof, name) => {
            await registerPasskey(name, proof)
            done(WORDS.added)
          }}
          onClose={() => setAct(undefined)}
        />
      )}
      {act?.kind === 'rename' && (
        <NameDialog
          title={WORDS.renamePasskey}
          name={act.passkey.name}
          onSave={async (name) => {
            await callApi(passkeyCalls.rename, { id: act.passkey.id, name })
            onChanged()
          }}
          onClose={() => setAct(undefined)}
        />
      )}
      {act?.kind === 'remove' && (
        <ProofDialog
          title={WORDS.removeTitle(act.passkey.name)}
          hint={WORDS.removeWhat}
          action={WORDS.remove}
          danger
          hasPasskey={hasHere}
          onProved={async (proof) => {
            await callApi(passkeyCalls.remove, { id: act.passkey.id, ...proof })
            done(WORDS.removed)
          }}
          onClose={() => setAct(undefined)}
        />
      )}
    </Part>
  )
}

interface PasskeyRowProps {
  passkey: PasskeyItem
  /** The place of the passkeys that this page can use. */
  here: string
  /** Why it cannot be renamed, and why it cannot be removed. */
  reason: string | undefined
  removeReason: string | undefined
  onAct: (kind: 'rename' | 'remove') => void
}

function PasskeyRow({ passkey, here, reason, removeReason, onAct }: PasskeyRowProps) {
  return (
    <li className={classes.row}>
      <About name={passkey.name} details={detailsOf(passkey, here)} />
      <Group gap={6}>
        <ReasonButton variant="default" size="compact-sm" reason={reason} onClick={() => onAct('rename')}>
          {WORDS.rename}
        </ReasonButton>
        <ReasonButton
          variant="default"
          size="compact-sm"
          reason={removeReason}
          onClick={() => onAct('remove')}
        >
          {WORDS.remove}
        </ReasonButton>
      </Group>
    </li>
  )
}

function detailsOf({ made, last_used, is_backed_up, rp_id }: PasskeyItem, here: string): string[] {
  const moment = (at: string) => formatMoment(new Date(at), new Date(), READER_ZONE)
  const used = last_used === null ? WORDS.neverUsed : WORDS.used(moment(last_used))
  return [
    `${WORDS.made(moment(made))}, ${used}`,
    ...(is_backed_up ? [WORDS.copied] : []),
    ...(rp_id === here ? [] : [WORDS.otherPlace(rp_id)]),
  ]
}
