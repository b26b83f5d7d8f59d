import { Button, Group, Text } from '@mantine/core'
import type { UserRecord } from '#contract/masters/user.ts'
import { FilePicker } from '#src/ui/master/fields/FilePicker.tsx'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { PEOPLE_WORDS as WORDS } from './words.ts'

export interface SignatureFieldProps {
  form: MasterFormState
  record: UserRecord | undefined
  disabled: boolean
}

/**
 * The stamp and signature of a doctor. The server never lists them, so a stored one is only marked as
 * present. Undefined keeps it; an empty text removes it.
 */
export function SignatureField({ form, record, disabled }: SignatureFieldProps) {
  const isStored = record?.has_sig_file_id === 1
  const value = form.values.sig_file_id as string | undefined
  const set = (next: string | undefined) => form.setValue('sig_file_id', next)
  return (
    <div data-field="sig_file_id" data-wrong={form.errors.sig_file_id !== undefined || undefined}>
      <FilePicker
        label={WORDS.signature}
        use="image"
        purpose="signature"
        owner={String(form.id)}
        value={value === undefined || value === '' ? null : value}
        onChange={(fileId) => set(fileId ?? undefined)}
        error={form.errors.sig_file_id}
        disabled={disabled}
      />
      {isStored && (value === undefined || value === '') && (
        <Group gap="xs" mt={4}>
          <Text size="xs" c="dimmed">
            {value === '' ? WORDS.signatureGoes : WORDS.signatureSet}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={disabled}
            onClick={() => set(value === '' ? undefined : '')}
          >
            {value === '' ? WORDS.keepSignature : WORDS.removeSignature}
          </Button>
        </Group>
      )}
    </div>
  )
}
