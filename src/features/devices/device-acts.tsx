import { List, Stack, Text } from '@mantine/core'
import { deviceCalls } from '#contract/calls/devices.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { confirmAct } from '#src/ui/dialog/confirm-act.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import type { DeviceView } from './device-view.ts'
import { DEVICES_WORDS as WORDS } from './words.ts'

/** Revokes a person's device after a confirmation that explains the effect; returns whether it was done. */
export function revoke(view: DeviceView): Promise<boolean> {
  return confirmAct({
    title: WORDS.revokeTitle,
    message: <RevokeQuestion view={view} />,
    confirmLabel: WORDS.revoke,
    danger: true,
    act: () => change(deviceCalls.revoke, view),
  })
}

/** Readmits a revoked device; returns whether it was done. */
export function readmit(view: DeviceView): Promise<boolean> {
  return confirmAct({
    title: WORDS.readmitTitle,
    message: (
      <Stack gap="sm">
        <Who view={view} />
        <Text>{WORDS.readmitWhat}</Text>
      </Stack>
    ),
    confirmLabel: WORDS.readmit,
    act: () => change(deviceCalls.readmit, view),
  })
}

type Change = typeof deviceCalls.revoke | typeof deviceCalls.readmit

async function change(call: Change, { item: { device_id, user_id } }: DeviceView): Promise<void> {
  const { message } = await callApi(call, { device_id, user_id })
  notifyDone(message)
}

function RevokeQuestion({ view }: { view: DeviceView }) {
  return (
    <Stack gap="sm">
      <Who view={view} />
      <List spacing={6}>
        {WORDS.revokeWhat.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {view.unsent > 0 && (
          <List.Item>
            <Text inherit c="orange.4">
              {WORDS.revokeWaiting(view.unsent)}
            </Text>
          </List.Item>
        )}
      </List>
    </Stack>
  )
}

function Who({ view: { item } }: { view: DeviceView }) {
  return <Text fw={600}>{WORDS.revokeMessage(item.user_name, item.device_name || WORDS.nameless)}</Text>
}
