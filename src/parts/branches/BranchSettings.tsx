import { Button, Group, Stack } from '@mantine/core'
import { branchCalls } from '#contract/calls/branches.ts'
import type { branch as branchMaster } from '#contract/masters/branch.ts'
import type { Fields } from '#contract/masters/engine/field.ts'
import { CHARGE_BASES } from '#domain/branch/charge-bases.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { announceMaster } from '#src/sync/masters/master-news.ts'
import type { RecordOf } from '#src/sync/masters/master-of.ts'
import { refreshCopies } from '#src/sync/masters/use-masters.ts'
import { Dialog } from '#src/ui/dialog/Dialog.tsx'
import { FieldWidget } from '#src/ui/master/fields/FieldWidget.tsx'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import { useSettingsForm } from '../settings-form/use-settings-form.ts'
import { SETTINGS_FORM_WORDS as FORM_WORDS } from '../settings-form/words.ts'
import { BRANCH_WORDS as WORDS } from './words.ts'

export interface BranchSettingsProps {
  branch: RecordOf<typeof branchMaster>
  clientId: string | undefined
  onClose: () => void
}

const FIELDS = {
  charges_type: { kind: 'choice', label: WORDS.charges, required: true, options: CHARGE_BASES },
  fixed_price: { kind: 'money', label: WORDS.fixedPrice },
  tat_type: { kind: 'choice', label: WORDS.tat, required: true, options: CHARGE_BASES, hint: WORDS.tatHint },
  fixed_tat: { kind: 'int', label: WORDS.fixedTat, min: 0, max: 525_600, unit: WORDS.minutes },
} as const satisfies Fields
type Name = keyof typeof FIELDS

type Input = Parameters<typeof callApi<typeof branchCalls.saveSettings>>[1]

/**
 * The basis of a branch's charges and allowed time: department, service, or one figure (docs/wire.md#lists-and-limits).
 */
export function BranchSettings({ branch, clientId, onClose }: BranchSettingsProps) {
  const form = useSettingsForm({
    name: `branch-settings:${branch.id}`,
    stored: branch,
    fields: Object.keys(FIELDS),
    send: async (values, rev) => {
      const input = {
        ...values,
        id: branch.id,
        ...(clientId !== undefined && { client_id: clientId }),
      } as Input
      const { result } = await callApi(branchCalls.saveSettings, input, { baseRev: rev })
      announceMaster('branch')
      refreshCopies()
      onClose()
      return { ...values, rev: result.rev }
    },
  })
  const [box, showRefusal] = useRefusal()
  const shown: Name[] = [
    'charges_type',
    ...(form.values.charges_type === 'Fixed' ? (['fixed_price'] as const) : []),
    'tat_type',
    ...(form.values.tat_type === 'Fixed' ? (['fixed_tat'] as const) : []),
  ]
  const save = async () => {
    await form.save()
    showRefusal()
  }
  return (
    <Dialog opened onClose={onClose} title={WORDS.settingsOf(branch.name ?? '')} centered>
      <Stack ref={box} gap="md">
        {shown.map((name) => (
          <FieldWidget
            key={name}
            name={name}
            field={FIELDS[name]}
            value={form.values[name]}
            onChange={(value) => form.setValue(name, value)}
            error={
              form.errors[name] === undefined
                ? undefined
                : FORM_WORDS.rule(FIELDS[name].label, form.errors[name])
            }
          />
        ))}
        {form.failure !== undefined && (
          <ErrorNote title={FORM_WORDS.notSaved} message={form.failure} kept={FORM_WORDS.kept} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {WORDS.cancel}
          </Button>
          <OnlineButton
            loading={form.isSaving}
            refusal={form.isDirty ? undefined : FORM_WORDS.nothingChanged}
            onClick={() => void save()}
          >
            {WORDS.save}
          </OnlineButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
