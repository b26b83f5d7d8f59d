import { Badge, Group } from '@mantine/core'
import { useState } from 'react'
import { deviceCalls } from '#contract/calls/devices.ts'
import { type OwnDevice, ownDeviceCalls } from '#contract/calls/own-devices.ts'
import { formatMoment } from '#domain/time/formats.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { READER_ZONE } from '#src/sync/session/branch-zone.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { ReasonButton } from '#src/ui/ReasonButton.tsx'
import { ageText } from '#src/ui/time/age-text.ts'
import { useTickingTime } from '#src/ui/time/ticking-clock.ts'
import classes from './mine.module.css'
import { NameDialog } from './NameDialog.tsx'
import { About, Part } from './Part.tsx'
import { MINE_WORDS as WORDS } from './words.ts'

export interface OwnListProps {
  isOnline: boolean
  onChanged: () => void
}

/** The devices on which the person has signed in. */
export function OwnDevices({
  devices,
  isOnline,
  onChanged,
}: OwnListProps & { devices: readonly OwnDevice[] }) {
  const [renamed, setRenamed] = useState<OwnDevice>()
  const now = useTickingTime(true)
  const reason = isOnline ? undefined : WORDS.needsNetwork
  return (
    <Part title={WORDS.devices} hint={WORDS.devicesHint}>
      <ul className={classes.rows} aria-label={WORDS.devices}>
        {devices.map((device) => (
          <li key={device.device_id} className={classes.row}>
            <About
              name={device.device_name || WORDS.nameless}
              details={detailsOf(device, now)}
              mark={device.is_this === 1 && <Here words={WORDS.thisDevice} />}
            />
            {device.revoked === null && (
              <Group gap={6}>
                <ReasonButton
                  variant="default"
                  size="compact-sm"
                  reason={reason}
                  onClick={() => setRenamed(device)}
                >
                  {WORDS.rename}
                </ReasonButton>
                {device.is_this === 0 && (
                  <ReasonButton
                    variant="default"
                    size="compact-sm"
                    reason={reason}
                    onClick={() => void end(device, onChanged)}
                  >
                    {WORDS.end}
                  </ReasonButton>
                )}
              </Group>
            )}
          </li>
        ))}
      </ul>
      {renamed && (
        <NameDialog
          title={WORDS.renameDevice}
          name={renamed.device_name}
          onSave={async (name) => {
            await callApi(deviceCalls.rename, { device_id: renamed.device_id, name })
            onChanged()
          }}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </Part>
  )
}

/** Marks the current device or session. */
export function Here({ words }: { words: string }) {
  return (
    <Badge variant="light" radius="sm" tt="none">
      {words}
    </Badge>
  )
}

function detailsOf(device: OwnDevice, now: number): string[] {
  const age = (at: string) => ageText(now - Date.parse(at))
  const unsent = device.waiting + device.needs_person
  const waits = [
    unsent > 0 && WORDS.waits(unsent),
    device.oldest_unsent !== null && WORDS.waitsSince(age(device.oldest_unsent)),
  ].filter((part) => part !== false)
  return [
    device.revoked === null
      ? `${WORDS.contact} ${WORDS.ago(age(device.last_contact))}`
      : WORDS.revokedAt(formatMoment(new Date(device.revoked), new Date(now), READER_ZONE)),
    ...(waits.length > 0 ? [waits.join(', ')] : []),
  ]
}

async function end({ device_id, device_name, waiting, needs_person }: OwnDevice, onDone: () => void) {
  const unsent = waiting + needs_person
  const what = WORDS.endWhat(device_name || WORDS.nameless)
  await confirmAct({
    title: WORDS.endTitle,
    message: unsent > 0 ? `${what} ${WORDS.endWaiting(unsent)}` : what,
    confirmLabel: WORDS.end,
    danger: true,
    act: async () => notifyDone((await callApi(ownDeviceCalls.end, { device_id })).message),
  })
  onDone()
}
