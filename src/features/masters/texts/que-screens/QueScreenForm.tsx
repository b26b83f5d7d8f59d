import { Group, Input, Text } from '@mantine/core'
import { useState } from 'react'
import { type QueScreenRecord, queScreen, queScreenCalls } from '#contract/masters/que-screen.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { currentDevice } from '#src/sync/current-device.ts'
import { announceMaster } from '#src/sync/masters/master-news.ts'
import { confirmAction } from '#src/ui/dialog/confirm-action.ts'
import { MasterForm, type MasterFormProps } from '#src/ui/master/MasterForm.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { RefusalNote } from '#src/ui/refusal/RefusalNote.tsx'
import { useAct } from '#src/ui/refusal/use-act.ts'
import { QUE_WORDS as WORDS } from '../words.ts'
import { BannerField } from './BannerField.tsx'
import { DisplayLink } from './DisplayLink.tsx'
import { MachinesField } from './MachinesField.tsx'

const FIELDS = { only: ['name', 'branch_id', 'status'] }
const NO_MACHINES = { machines: [] }

/** The form of a screen: its machines with an alias each, its banner, its link. */
export function QueScreenForm(props: MasterFormProps<typeof queScreen>) {
  const [record, setRecord] = useState(props.record)
  const onRenewed = (renewed: QueScreenRecord) => {
    setRecord(renewed)
    props.onSaved?.(renewed)
  }
  return (
    <MasterForm
      // Remounts the form after a new link, which creates a new revision of the record.
      key={record?.rev}
      {...props}
      record={record}
      initial={NO_MACHINES}
      fields={FIELDS}
      extra={screenPart({ record, readOnly: props.readOnly === true, onRenewed })}
    />
  )
}

type ScreenPartProps = Omit<LinkFieldProps, 'isDirty'>

/** Returns the content below the form's own fields. */
const screenPart = (props: ScreenPartProps) => (form: MasterFormState) => (
  <>
    <MachinesField
      branchId={(form.values.branch_id as string | null) ?? null}
      value={form.values.machines}
      error={form.errors.machines === undefined ? undefined : WORDS.machinesRequired}
      disabled={props.readOnly}
      onChange={(machines) => form.setValue('machines', machines)}
    />
    <BannerField
      fileId={(form.values.banner_file_id as string | null) ?? null}
      stored={props.record}
      disabled={props.readOnly}
      error={form.errors.banner_file_id}
      onChange={(fileId) => form.setValue('banner_file_id', fileId)}
    />
    <LinkField {...props} isDirty={form.isDirty} />
  </>
)

interface LinkFieldProps {
  record: QueScreenRecord | undefined
  readOnly: boolean
  isDirty: boolean
  onRenewed: (record: QueScreenRecord) => void
}

function LinkField({ record, readOnly, isDirty, onRenewed }: LinkFieldProps) {
  const [box, act] = useAct()
  const renew = async (of: QueScreenRecord) => {
    const isSure = await confirmAction({
      title: WORDS.renewTitle,
      message: WORDS.renewMessage(of.name),
      confirmLabel: WORDS.renew,
      danger: true,
    })
    if (!isSure) return
    await act.run(async () => {
      const { result } = await callApi(queScreenCalls.renewLink, { id: of.id })
      announceMaster(queScreen.key)
      currentDevice()?.refresh()
      notifyDone(WORDS.renewed)
      onRenewed(result)
    })
  }
  return (
    <Input.Wrapper label={WORDS.link} labelElement="div">
      {record ? (
        <Group gap="sm" mt={4} ref={box}>
          <DisplayLink screen={record} />
          {!readOnly && (
            <OnlineButton
              variant="default"
              size="compact-sm"
              loading={act.isBusy}
              refusal={isDirty ? WORDS.saveFirst : undefined}
              onClick={() => void renew(record)}
            >
              {WORDS.renew}
            </OnlineButton>
          )}
          <RefusalNote act={act} />
        </Group>
      ) : (
        <Text size="sm" c="dimmed" mt={4}>
          {WORDS.afterSave}
        </Text>
      )}
    </Input.Wrapper>
  )
}
