import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { v7 as mintId } from 'uuid'
import type { LabService } from '#contract/masters/service.ts'
import type { MasterFormState } from '#src/ui/master/use-master-form.ts'
import { CATALOGUE_WORDS as WORDS } from './words.ts'

export interface LabServicesProps {
  form: MasterFormState
  disabled: boolean
}

/** The tests of a laboratory service, in the order used by an order. */
export function LabServices({ form, disabled }: LabServicesProps) {
  const tests = (form.values.lab_services ?? []) as readonly LabService[]
  const set = (rows: readonly LabService[]) => form.setValue('lab_services', rows)
  const change = (id: string, part: Partial<LabService>) =>
    set(tests.map((test) => (test.id === id ? { ...test, ...part } : test)))
  return (
    <Input.Wrapper
      label={WORDS.labServices}
      description={WORDS.labServicesHint}
      labelElement="div"
      error={form.errors.lab_services}
    >
      <Stack gap={6} mt={4}>
        {tests.map(({ id, name, code }, index) => (
          <Group key={id} gap={6} wrap="nowrap">
            <TextInput
              aria-label={WORDS.labName(index + 1)}
              placeholder={WORDS.labNamePlaceholder}
              value={name}
              onChange={(event) => change(id, { name: event.currentTarget.value })}
              disabled={disabled}
              maxLength={200}
              flex={1}
            />
            <TextInput
              aria-label={WORDS.labCode(index + 1)}
              placeholder={WORDS.labCodePlaceholder}
              value={code}
              onChange={(event) => change(id, { code: event.currentTarget.value })}
              disabled={disabled}
              maxLength={50}
              w={130}
            />
            {!disabled && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={WORDS.labRemove(index + 1)}
                onClick={() => set(tests.filter((test) => test.id !== id))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!disabled && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...tests, { id: mintId(), name: '', code: '' }])}
            style={{ alignSelf: 'flex-start' }}
          >
            {WORDS.labAdd}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
